/** Entry of `dynarule`: one subcommand for each pipeline. */
import { hideBin } from 'yargs/helpers';
import { runCli } from './run-cli.ts';

process.exitCode = await runCli(hideBin(process.argv));
