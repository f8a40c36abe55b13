/**
 * Duplicate keys in JSON text. `JSON.parse` keeps the last one silently; in a weight
 * file's header that would hide one tensor behind another.
 */

const STRING_OR_SIGN = /"(?:[^"\\]|\\.)*"|[{}:[\]]/g;

/** The first key that occurs twice in one object of valid JSON text, or null. */
export function duplicateKey(json: string): string | null {
  const open: Set<string>[] = [];
  let lastString: string | null = null;
  for (const [token] of json.matchAll(STRING_OR_SIGN)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (token === ':' && lastString !== null) {
      const key = JSON.parse(lastString) as string;
      const keys = open.at(-1);
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
    lastString = token.startsWith('"') ? token : null;
  }
  return null;
}
