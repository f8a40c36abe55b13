/** JSON that a schema is going to judge, so that text which is no JSON needs no error of its own. */

/** The value; undefined, which no schema accepts, for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
