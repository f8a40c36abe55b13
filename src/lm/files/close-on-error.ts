/** Files that stay open for as long as what is read from them, and no longer where reading fails. */

/** What `read` gives; where it throws, `open` is closed first. */
export function closeOnError<T>(open: { close(): void }, read: () => T): T {
  try {
    return read();
  } catch (error) {
    open.close();
    throw error;
  }
}
