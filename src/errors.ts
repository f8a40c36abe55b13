/**
 * Errors that the user can mend. The command line prints the message alone and
 * exits with code 2; any other error is a defect of ours and keeps its stack.
 */

/** Where the fault sits: a file, a line in it (from 1), a key or tensor name. */
export interface FaultPlace {
  readonly file?: string;
  readonly line?: number;
  readonly key?: string;
}

/** The four things a message owes its reader: what was expected, what came, where, and what to do. */
export interface Fault {
  readonly expected: string;
  readonly got: string;
  readonly where?: FaultPlace;
  readonly fix: string;
}

/** A fault of input, configuration or environment; the process exits with code 2. */
export class UserError extends Error {
  static readonly exitCode = 2;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UserError';
  }

  /** Builds the message from its four parts, one line each. */
  static of(fault: Fault, options?: ErrorOptions): UserError {
    const place = formatPlace(fault.where);
    const lines = [
      `${place === '' ? '' : `${place}: `}expected ${fault.expected}`,
      `  got: ${fault.got}`,
      `  fix: ${fault.fix}`,
    ];
    return new UserError(lines.join('\n'), options);
  }
}

function formatPlace(place: FaultPlace | undefined): string {
  if (place === undefined) return '';
  const file = place.file === undefined ? '' : place.line === undefined ? place.file : `${place.file}:${place.line}`;
  return [file, place.key ?? ''].filter((part) => part !== '').join(' ');
}
