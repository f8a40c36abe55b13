/** Prints how far two annotators agree. */
import { resolve } from 'node:path';
import { UserError } from '../src/errors.ts';
import { terminalTable } from '../src/evaluation/table.ts';
import { agreementTable } from '../src/ruletrek/annotate/agreement.ts';
import { readSheet } from '../src/ruletrek/annotate/sheet.ts';

export interface RuletrekKappaOptions {
  /** The two filled sheets. */
  readonly first: string;
  readonly second: string;
  readonly print?: (line: string) => void;
}

/** @throws UserError for one sheet twice, for broken ones, and where they do not judge the same */
export function run({ first, second, print = console.log }: RuletrekKappaOptions): void {
  if (resolve(first) === resolve(second)) throw UserError.of({ expected: 'two different sheets', got: `${first} twice`, fix: 'name the sheets of both annotators' });
  print(terminalTable(agreementTable(readSheet(first), readSheet(second))));
}
