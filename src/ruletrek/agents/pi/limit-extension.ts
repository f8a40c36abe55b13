/**
 * Loaded by pi inside the sandbox: pi itself has neither a limit of steps nor a flag for the temperature. Blocks every tool
 * call after the first RULETREK_STEPS. Calls that are still running are left to end, so nothing is aborted here: the driver,
 * which counts as well, ends pi when they have.
 */
interface Pi {
  on(event: 'tool_call', handle: () => { block: true; reason: string } | undefined): void;
  on(event: 'before_provider_request', handle: (event: { payload: object }) => object): void;
}

export default function limit(pi: Pi): void {
  const steps = Number(process.env['RULETREK_STEPS']);
  const temperature = Number(process.env['RULETREK_TEMPERATURE']);
  let used = 0;
  pi.on('tool_call', () => {
    used += 1;
    return used > steps ? { block: true, reason: 'all steps are used' } : undefined;
  });
  pi.on('before_provider_request', ({ payload }) => ({ ...payload, temperature }));
}
