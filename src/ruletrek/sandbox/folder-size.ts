/** How large a folder is, measured no further than needed to see that it is too large. */
import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/** What a workspace may hold in all. */
export interface FolderQuota {
  readonly bytes: number;
  /** Files and folders. */
  readonly entries: number;
}

export const WORKSPACE_QUOTA: FolderQuota = { bytes: 1 << 30, entries: 50_000 };

/** Which part of the quota a folder exceeds, in words; null where it is within. Files that vanish meanwhile count nothing. */
export function quotaExceeded(folder: string, quota: FolderQuota): string | null {
  const open = [folder];
  let [bytes, entries] = [0, 0];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const name of namesIn(next)) {
      const path = join(next, name);
      const stats = statsOf(path);
      if (stats?.isDirectory() === true) open.push(path);
      entries += 1;
      bytes += (stats?.blocks ?? 0) * 512;
      if (entries > quota.entries) return `more than ${quota.entries} files`;
      if (bytes > quota.bytes) return `more than ${Math.round(quota.bytes / (1 << 20))} MiB`;
    }
  }
  return null;
}

function namesIn(folder: string): string[] {
  return unlessGone(() => readdirSync(folder)) ?? [];
}

function statsOf(path: string): Stats | null {
  return unlessGone(() => lstatSync(path));
}

/** Commands may delete what is being measured, or forbid to read it. */
function unlessGone<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
