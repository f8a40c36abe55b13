/** Entry of `dynarule`: one subcommand for each pipeline. */
import { hideBin } from 'yargs/helpers';
import { runCli } from './run-cli.ts';

/** As a shell gives for a program that SIGPIPE has ended, which Node.js does not let happen. */
const NOBODY_READS = 141;

// `dynarule … | head`: whoever has read enough ends the program; files appear whole or not at all.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(NOBODY_READS);
  throw error;
});

process.exitCode = await runCli(hideBin(process.argv));
