/**
 * Twelve small commands that try what a sandbox forbids, and one sentence each about what was seen. A sandbox in which one
 * of them gets through is not used.
 */
import type { SandboxOutcome } from './run.ts';
import type { SandboxLimits } from './spec.ts';

/** What a probe needs of this machine. */
export interface ProbeWorld {
  /** Runs a shell command in the sandbox; limits that are not named are generous. */
  run(command: string, limits?: Partial<SandboxLimits>): Promise<SandboxOutcome>;
  /** Port of this machine on which something listens. */
  readonly port: number;
  /** Absolute path of a file of this machine that stands where gold stands; no agent may read it. */
  readonly canary: string;
  /** The text in it. */
  readonly secret: string;
}

export interface Finding {
  readonly passed: boolean;
  /** What the command wrote, or how it ended. */
  readonly seen: string;
}

export interface Probe {
  readonly name: string;
  readonly forbids: string;
  try(world: ProbeWorld): Promise<Finding>;
}

const MIB = 1 << 20;

const text = (bytes: Buffer): string => bytes.toString('utf8').trim();
const lastLine = (outcome: SandboxOutcome): string => text(outcome.errors).split('\n').at(-1) ?? '';
const found = (passed: boolean, seen: string): Finding => ({ passed, seen });

const network: Probe = {
  name: 'network',
  forbids: 'any interface but lo, and connections to this machine and beyond',
  try: async ({ run, port }) => {
    const connect = (address: string): string => `(exec 5<>/dev/tcp/${address}) 2>/dev/null && echo open || true`;
    const outcome = await run(`tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '; exec bash -c '${connect(`127.0.0.1/${port}`)}; ${connect('192.0.2.1/80')}'`);
    const seen = text(outcome.output).split('\n').join(' ');
    return found(seen === 'lo', `interfaces and open connections: ${seen}`);
  },
};

const hostFolders: Probe = {
  name: 'host folders',
  forbids: 'folders of this machine beside /usr and the workspace',
  try: async ({ run }) => {
    const outcome = await run('ls -d /home /root /var /etc/passwd /srv /boot 2>/dev/null; ls /tmp | head -n 3; echo; ls /');
    const [hidden = '', root = ''] = outcome.output.toString('utf8').split(/^\n/m);
    const names = text(Buffer.from(root)).split(/\s+/).join(' ');
    return found(hidden.trim() === '' && root !== '', hidden.trim() === '' ? `the root has ${names}` : `visible: ${hidden.trim()}`);
  },
};

const readOnly: Probe = {
  name: 'read-only /usr',
  forbids: 'writing outside the workspace and /tmp',
  try: async ({ run }) => {
    const outcome = await run('for f in /usr/probe /probe /dev/probe /etc/probe; do touch $f 2>/dev/null && echo $f; done; touch probe && rm probe && echo workspace');
    return found(text(outcome.output) === 'workspace', `written: ${text(outcome.output).split('\n').join(' ')}`);
  },
};

const capabilities: Probe = {
  name: 'capabilities',
  forbids: 'capabilities, and gaining any by a setuid program',
  try: async ({ run }) => {
    const outcome = await run("grep -E '^(CapPrm|CapEff|CapBnd|CapAmb|NoNewPrivs)' /proc/self/status | tr -d '\\t'");
    const lines = text(outcome.output).split('\n');
    const powerless = ['CapPrm', 'CapEff', 'CapBnd', 'CapAmb'].every((name) => lines.includes(`${name}:0000000000000000`));
    return found(powerless && lines.includes('NoNewPrivs:1'), lines.join(' '));
  },
};

const namespaces: Probe = {
  name: 'nested namespaces',
  forbids: 'new user and mount namespaces',
  try: async ({ run }) => {
    const outcome = await run('unshare --user true && echo user; unshare --mount true && echo mount; true');
    return found(text(outcome.output) === '' && outcome.errors.length > 0, text(outcome.output) || lastLine(outcome));
  },
};

const processes: Probe = {
  name: 'processes',
  forbids: 'more processes than 20, when 20 is the limit',
  try: async ({ run }) => {
    const outcome = await run('i=0; while [ $i -lt 60 ]; do sleep 20 & i=$((i + 1)); echo; done', { processes: 20, wallSeconds: 3 });
    const count = outcome.output.length;
    const refused = /fork/i.test(outcome.errors.toString('utf8'));
    return found(refused && count < 20, `${count} of 60 processes were started, ${refused ? 'the next was refused' : 'none was refused'}`);
  },
};

const wallClock: Probe = {
  name: 'wall clock',
  forbids: 'going on after 1 s, when 1 s is the limit',
  try: async ({ run }) => {
    const began = performance.now();
    const { end, code } = await run('sleep 30 & sleep 30', { wallSeconds: 1 });
    const seconds = (performance.now() - began) / 1000;
    return found(end === 'wall' && seconds < 25, `${end === 'wall' ? 'killed' : `exit code ${code}`} after ${seconds.toFixed(1)} s`);
  },
};

const cpu: Probe = {
  name: 'processor time',
  forbids: 'computing for longer than 1 s, when 1 s is the limit',
  try: async ({ run }) => {
    const { end, code } = await run('while :; do :; done', { cpuSeconds: 1, wallSeconds: 120 });
    return found(end === 'exited' && code > 128, `exit code ${code}`);
  },
};

const fileSize: Probe = {
  name: 'file size',
  forbids: 'a file of more than 1 MiB, when 1 MiB is the limit',
  try: async ({ run }) => {
    const outcome = await run('head -c 3145728 /dev/zero > large 2>/dev/null; stat -c %s large; rm large', { fileBytes: MIB });
    return found(text(outcome.output) === String(MIB), `${text(outcome.output)} bytes of 3145728 were written`);
  },
};

const tmpSize: Probe = {
  name: 'size of /tmp',
  forbids: 'more than 4 MiB in /tmp and in /dev/shm, when 4 MiB is the limit',
  try: async ({ run }) => {
    const fill = (folder: string): string => `head -c 8388608 /dev/zero > ${folder}/large 2>/dev/null; stat -c %s ${folder}/large`;
    const outcome = await run(`${fill('/tmp')}; ${fill('/dev/shm')}`, { tmpBytes: 4 * MIB });
    const sizes = text(outcome.output).split('\n').map(Number);
    return found(sizes.length === 2 && sizes.every((size) => size <= 4 * MIB), `${sizes.join(' and ')} bytes of 8388608 were written`);
  },
};

const memory: Probe = {
  name: 'memory',
  forbids: '512 MiB in one process, when 256 MiB is the limit',
  try: async ({ run }) => {
    const outcome = await run('dd if=/dev/zero of=/dev/null bs=512M count=1', { dataBytes: 256 * MIB });
    return found(outcome.started && outcome.code !== 0, lastLine(outcome));
  },
};

/** By its own path, and by the ways around the root that /proc may offer. */
const gold: Probe = {
  name: 'gold',
  forbids: 'reading a file that stands where gold stands',
  try: async ({ run, canary, secret }) => {
    const roots = ['', '/proc/1/root', '/proc/self/root', '/proc/self/cwd/..'];
    const outcome = await run(`cat ${roots.map((root) => `'${root}${canary.replaceAll("'", "'\\''")}'`).join(' ')}`);
    const readable = outcome.output.includes(secret);
    return found(!readable && outcome.started, readable ? `${canary} was read` : lastLine(outcome));
  },
};

export const PROBES: readonly Probe[] = [network, hostFolders, readOnly, capabilities, namespaces, processes, wallClock, cpu, fileSize, tmpSize, memory, gold];
