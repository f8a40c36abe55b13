/** JSON text out of a file, checked against a schema, with the place named where it is wrong. */
import { z } from 'zod';
import { UserError, type FaultPlace } from '../../errors.ts';

/**
 * The value that a piece of JSON text holds.
 *
 * @throws UserError where it is not JSON or not what the schema expects.
 */
export function parseJson<T>(text: string, schema: z.ZodType<T>, where: FaultPlace, what: string): T {
  const result = schema.safeParse(jsonOf(text, where, what));
  if (result.success) return result.data;
  throw UserError.of({
    expected: what,
    got: z.prettifyError(result.error).replaceAll('\n', '\n  '),
    where,
    fix: 'see docs/dataset.md for the fields; a generated folder is made again by `dynarule generate`',
  });
}

function jsonOf(text: string, where: FaultPlace, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw UserError.of(
      {
        expected: `${what} as JSON`,
        got: cause instanceof Error ? cause.message : String(cause),
        where,
        fix: 'mend the line, or generate the folder again with `dynarule generate`',
      },
      { cause },
    );
  }
}
