import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32c, maskedCrc32c } from '../../src/training/crc32c.ts';
import { openEventFile, record, scalarEvent, versionEvent } from '../../src/training/tensorboard.ts';

describe('crc32c', () => {
  it('gives the check values of RFC 3720', () => {
    expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283);
    expect(crc32c(new Uint8Array(32))).toBe(0x8a9136aa);
    expect(crc32c(new Uint8Array(32).fill(0xff))).toBe(0x62a8ab43);
  });

  it('masks by rotation and a constant', () => {
    // crc(empty) = 0, so the mask is the constant itself.
    expect(maskedCrc32c(new Uint8Array(0))).toBe(0xa282ead8);
  });
});

describe('event files', () => {
  it('encodes a scalar field by field', () => {
    // wall_time 2.0: 09 + double 00…0040; step 300: 10 AC 02; summary: 2A, 10 bytes:
    //   value: 0A, 8 bytes: tag "x": 0A 01 78; simple_value 1.0: 15 + float 00 00 80 3F
    expect(scalarEvent(300, 2, { x: 1 }).toString('hex')).toBe(
      ['09', '0000000000000040', '10', 'ac02', '2a', '0a', '0a', '08', '0a0178', '15', '0000803f'].join(''),
    );
  });

  it('frames a record with its length and both checksums', () => {
    const framed = record(Buffer.from('123456789'));
    expect(framed.readBigUInt64LE(0)).toBe(9n);
    expect(framed.readUInt32LE(8)).toBe(maskedCrc32c(framed.subarray(0, 8)));
    expect(framed.subarray(12, 21).toString()).toBe('123456789');
    // 0xe3069283 rotated right by 15 is 0x2507c60d; plus 0xa282ead8 is 0xc78ab0e5.
    expect(framed.readUInt32LE(21)).toBe(0xc78ab0e5);
  });

  it('writes the version, the start mark and the scalars in order', () => {
    const folder = mkdtempSync(join(tmpdir(), 'events-'));
    const events = openEventFile(folder, 8, 100);
    events.scalars(8, 101, { loss: 0.5, rate: 0.25 });
    events.close();
    const [name] = readdirSync(folder);
    const start = Buffer.from('090000000000005940' + '1008' + '3a02' + '0801', 'hex');
    const expected = [versionEvent(100), start, scalarEvent(8, 101, { loss: 0.5, rate: 0.25 })].map(record);
    expect(readFileSync(join(folder, name!)).toString('hex')).toBe(Buffer.concat(expected).toString('hex'));
  });
});
