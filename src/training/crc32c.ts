/** CRC-32C (Castagnoli), and the masked form that TFRecord files store. */

/** The Castagnoli polynomial, bits reversed. */
const POLYNOMIAL = 0x82f63b78;
const MASK_DELTA = 0xa282ead8;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value >>> 0;
});

export function crc32c(data: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of data) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Rotated and shifted, so that a checksum over data that holds checksums stays sound. */
export function maskedCrc32c(data: Uint8Array): number {
  const crc = crc32c(data);
  return (((crc >>> 15) | (crc << 17)) + MASK_DELTA) >>> 0;
}
