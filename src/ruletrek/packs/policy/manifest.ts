/**
 * Kubernetes manifests as a file format: each row of a table becomes an object of its kind, containers and volumes become
 * part of the workload of their namespace. The label `record` and the names of containers and volumes keep the rows' ids.
 */
import { parseAllDocuments } from 'yaml';
import { lineWriter, rowObject, textOf, type DataTable, type FileFormat, type LineWriter, type ReadTables, type Written } from '../../render/table.ts';

/** Keys of maps and positions in lists. */
type Path = readonly (string | number)[];

interface Shape {
  readonly apiVersion: string;
  readonly kind: string;
  readonly columns: Readonly<Record<string, Path>>;
}

const OBJECTS: Readonly<Record<string, Shape>> = {
  namespace: {
    apiVersion: 'v1', kind: 'Namespace',
    columns: { namespace: ['metadata', 'name'], level: ['metadata', 'labels', 'pod-security.kubernetes.io/enforce'], budget: ['metadata', 'annotations', 'policies.example.net/monthly-budget'] },
  },
  workload: {
    apiVersion: 'apps/v1', kind: 'Deployment',
    columns: {
      namespace: ['metadata', 'namespace'], replicas: ['spec', 'replicas'], max_surge: ['spec', 'strategy', 'rollingUpdate', 'maxSurge'],
      host_network: ['spec', 'template', 'spec', 'hostNetwork'], host_pid: ['spec', 'template', 'spec', 'hostPID'], host_ipc: ['spec', 'template', 'spec', 'hostIPC'],
    },
  },
  autoscaler: { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', columns: { namespace: ['metadata', 'namespace'], max: ['spec', 'maxReplicas'] } },
  quota: {
    apiVersion: 'v1', kind: 'ResourceQuota',
    columns: {
      namespace: ['metadata', 'namespace'], cpu_hard: ['spec', 'hard', 'requests.cpu'], memory_hard: ['spec', 'hard', 'requests.memory'], pods_hard: ['spec', 'hard', 'pods'],
      cpu_used: ['status', 'used', 'requests.cpu'], memory_used: ['status', 'used', 'requests.memory'], pods_used: ['status', 'used', 'pods'],
    },
  },
  exception: { apiVersion: 'policies.example.net/v2026', kind: 'PolicyException', columns: { namespace: ['metadata', 'namespace'], expires: ['spec', 'expires'], findings: ['spec', 'findings'] } },
};

/** Columns of a container, from its own entry. */
const CONTAINER: Readonly<Record<string, Path>> = {
  image: ['image'], host_port: ['ports', 0, 'hostPort'],
  cpu_request: ['resources', 'requests', 'cpu'], memory_request: ['resources', 'requests', 'memory'], cpu_limit: ['resources', 'limits', 'cpu'], memory_limit: ['resources', 'limits', 'memory'],
  privileged: ['securityContext', 'privileged'], allow_escalation: ['securityContext', 'allowPrivilegeEscalation'], run_as_non_root: ['securityContext', 'runAsNonRoot'], run_as_user: ['securityContext', 'runAsUser'],
  seccomp: ['securityContext', 'seccompProfile', 'type'], proc_mount: ['securityContext', 'procMount'], cap_add: ['securityContext', 'capabilities', 'add', 0], cap_drop: ['securityContext', 'capabilities', 'drop', 0],
};
const POD: Path = ['spec', 'template', 'spec'];
const RECORD: Path = ['metadata', 'labels', 'record'];

export const MANIFEST_KINDS = [...Object.keys(OBJECTS), 'container', 'volume'] as const;

/** A scalar as it is written, and the cell that it shows. */
interface Leaf {
  readonly text: string;
  readonly cell?: readonly [table: string, row: number, column: number];
}
type Tree = Leaf | Branch;
interface Branch {
  readonly isList: boolean;
  readonly entries: Map<string, Tree>;
}

export const manifest: FileFormat = {
  write: (tables) => Promise.resolve(writeManifests(tables)),
  read: (bytes) => Promise.resolve(readManifests(textOf(bytes))),
};

function branch(isList = false): Branch {
  return { isList, entries: new Map() };
}

function setAt(root: Branch, path: Path, leaf: Leaf): void {
  let at = root;
  path.slice(0, -1).forEach((key, i) => {
    const next = at.entries.get(String(key)) ?? branch(typeof path[i + 1] === 'number');
    at.entries.set(String(key), next);
    at = next as Branch;
  });
  at.entries.set(String(path.at(-1)), leaf);
}

function writeManifests(tables: readonly DataTable[]): Written {
  const deployments = new Map<string, Branch>();
  const others = tables.flatMap((table) => (table.name in OBJECTS && table.name !== 'workload' ? table.rows.map((_row, r) => objectOf(table, r)) : []));
  const workloads = tables.find(({ name }) => name === 'workload');
  workloads?.rows.forEach((row, r) => deployments.set(cellOf(workloads, row, 'namespace'), objectOf(workloads, r)));
  for (const table of tables) if (table.name === 'container' || table.name === 'volume') table.rows.forEach((_row, r) => addToPod(deployments, table, r));
  const writer = lineWriter();
  [...deployments.values(), ...others].forEach((object, i) => {
    if (i > 0) writer.lines.push('---');
    writeBranch(writer, object, { indent: '', path: '' });
  });
  return writer.written();
}

function cellOf({ columns }: DataTable, row: readonly string[], name: string): string {
  return row[columns.findIndex((column) => column.name === name)] ?? '';
}

function headed({ apiVersion, kind }: Shape, name: string): Branch {
  const root = branch();
  setAt(root, ['apiVersion'], { text: apiVersion });
  setAt(root, ['kind'], { text: kind });
  setAt(root, ['metadata', 'name'], { text: name });
  return root;
}

function objectOf(table: DataTable, r: number): Branch {
  const [shape, row] = [OBJECTS[table.name]!, table.rows[r]!];
  const id = cellOf(table, row, 'id');
  const root = headed(shape, id);
  setAt(root, RECORD, { text: id });
  setColumns(root, [], shape.columns, { table, r });
  return root;
}

function setColumns(root: Branch, base: Path, columns: Shape['columns'], { table, r }: { table: DataTable; r: number }): void {
  table.columns.forEach(({ name }, c) => {
    const [path, text] = [columns[name], table.rows[r]![c] ?? ''];
    if (path !== undefined && text !== '') setAt(root, [...base, ...path], { text, cell: [table.name, r, c] });
  });
}

/** The entry of a container or volume in the workload of its namespace, which is made where it is not there. */
function addToPod(deployments: Map<string, Branch>, table: DataTable, r: number): void {
  const row = table.rows[r]!;
  const namespace = cellOf(table, row, 'namespace');
  const root = deployments.get(namespace) ?? headed(OBJECTS['workload']!, namespace);
  if (!deployments.has(namespace)) setAt(root, ['metadata', 'namespace'], { text: namespace });
  deployments.set(namespace, root);
  const entry = [...POD, `${table.name}s`, r];
  setAt(root, [...entry, 'name'], { text: cellOf(table, row, 'id') });
  if (table.name === 'container') return setColumns(root, entry, CONTAINER, { table, r });
  const c = table.columns.findIndex(({ name }) => name === 'type');
  setAt(root, [...entry, row[c] ?? ''], { text: '{}', cell: [table.name, r, c] });
}

interface Position {
  readonly indent: string;
  /** Key path of what is written. */
  readonly path: string;
  /** In place of the first line's indent. */
  readonly first?: string;
}

function writeBranch(writer: LineWriter, { isList, entries }: Branch, { indent, path, first }: Position): void {
  [...entries].forEach(([key, tree], i) => {
    const place = `${path}${path === '' ? '' : '.'}${isList ? i : key}`;
    const lead = i === 0 && first !== undefined ? first : indent;
    if ('text' in tree) {
      if (tree.cell !== undefined) writer.mark(...tree.cell, place);
      writer.lines.push(isList ? `${lead}- ${tree.text}` : `${lead}${key}: ${tree.text}`);
    } else if (isList) {
      writeBranch(writer, tree, { indent: `${indent}  `, path: place, first: `${indent}- ` });
    } else {
      writer.lines.push(`${lead}${key}:`);
      writeBranch(writer, tree, { indent: `${indent}  `, path: place });
    }
  });
}

function getAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[String(key)] : undefined), value);
}

function textAt(value: unknown, path: Path): string {
  const found = getAt(value, path);
  return typeof found === 'string' ? found : '';
}

function readRow(value: unknown, columns: Shape['columns'], further: Readonly<Record<string, string>>): Record<string, string> {
  const names = [...Object.keys(further), ...Object.keys(columns).filter((name) => !(name in further))];
  return rowObject(names, names.map((name) => further[name] ?? textAt(value, columns[name]!)));
}

function readManifests(text: string): ReadTables {
  const tables: Record<string, Record<string, string>[]> = {};
  const add = (name: string, row: Record<string, string>): void => void (tables[name] ??= []).push(row);
  for (const document of parseAllDocuments(text, { schema: 'failsafe' })) {
    const object: unknown = document.toJS();
    const [name, shape] = Object.entries(OBJECTS).find(([, { kind }]) => kind === textAt(object, ['kind'])) ?? [];
    if (name === undefined || shape === undefined) continue;
    const id = textAt(object, RECORD);
    if (id !== '') add(name, readRow(object, shape.columns, { id }));
    const namespace = textAt(object, ['metadata', 'namespace']);
    for (const one of listAt(object, [...POD, 'containers'])) add('container', readRow(one, CONTAINER, { id: textAt(one, ['name']), namespace }));
    for (const one of listAt(object, [...POD, 'volumes'])) add('volume', { id: textAt(one, ['name']), namespace, type: Object.keys(one).find((key) => key !== 'name') ?? '' });
  }
  return tables;
}

function listAt(value: unknown, path: Path): object[] {
  const found = getAt(value, path);
  return Array.isArray(found) ? (found as object[]) : [];
}
