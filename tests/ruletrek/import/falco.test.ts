/** Falco conditions: parsing, both evaluators, the real files where they are. */
import { existsSync } from 'node:fs';
import { evaluateColumns } from '../../../src/ruletrek/import/falco/columns.ts';
import { evaluateEvent, parseFile, type FalcoEvent } from '../../../src/ruletrek/import/falco/evaluate.ts';
import { compareControls, compareCyberFacts } from '../../../src/ruletrek/import/falco/facts.ts';
import { FALCO_FOLDER, parseFalcoFile, readFalcoFiles } from '../../../src/ruletrek/import/falco/files.ts';
import { parseCondition } from '../../../src/ruletrek/import/falco/parse.ts';
import { compareEvaluators, falcoNumber } from '../../../src/ruletrek/verify/falco-number.ts';

/** What both evaluators say about one condition. */
function verdicts(condition: string, event: FalcoEvent): readonly [boolean, boolean] {
  const text = `- list: shells\n  items: [sh, bash]\n- list: more\n  items: [shells, zsh]\n- macro: busy\n  condition: (evt.num > 5)\n- rule: r\n  condition: >\n    ${condition}\n  priority: NOTICE\n`;
  const file = parseFalcoFile('x.yaml', text);
  return [evaluateEvent(parseFile(file), event).at(-1)!, evaluateColumns(file, [event]).at(-1)![0] === 1];
}

describe('both evaluators', () => {
  it.each<[string, FalcoEvent, boolean]>([
    ['proc.name in (more, fish)', { 'proc.name': 'bash' }, true],
    ['proc.name in (more)', { 'proc.name': 'fish' }, false],
    ['proc.name != bash', {}, false],
    ['not proc.name = bash', {}, true],
    ['proc.pname exists', { 'proc.pname': '' }, true],
    ['busy and not fd.num<0', { 'evt.num': '6', 'fd.num': '3' }, true],
    ['a.x = 1 or a.y = 1 and a.z = 1', { 'a.x': '1' }, true],
    ['(a.x = 1 or a.y = 1) and a.z = 1', { 'a.x': '1' }, false],
    ['not a.x = 1 and a.y = 1', { 'a.y': '1' }, true],
    ['proc.args contains " -e "', { 'proc.args': 'nc -e sh' }, true],
    ['proc.args icontains "Secret"', { 'proc.args': 'mySECRET' }, true],
    ['fd.name startswith /etc/', { 'fd.name': '/etc' }, false],
    ['fd.name endswith "/.ssh"', { 'fd.name': '/root/.ssh' }, true],
    ["fd.name glob '/home/*/.ssh/*'", { 'fd.name': '/home/a/b/.ssh/id' }, true],
    ["fd.name glob '*.k?y'", { 'fd.name': 'a.keey' }, false],
    ['fd.name pmatch (/etc, /var/log)', { 'fd.name': '/var/log/a' }, true],
    ['fd.name pmatch (/etc)', { 'fd.name': '/etcetera' }, false],
    ['ka.verbs intersects (get, list)', { 'ka.verbs': 'watch,list' }, true],
    ['fd.snet in ("10.0.0.0/8")', { 'fd.snet': '10.255.0.1' }, true],
    ['fd.net != "127.0.0.0/8"', { 'fd.net': '128.0.0.1' }, true],
    ['evt.buffer bcontains cafebabe', { 'evt.buffer': '00cafebabe' }, true],
    ['evt.buffer bcontains cafebabe', { 'evt.buffer': '0cafebabe0' }, false],
    ['proc.aname[2] = "and"', { 'proc.aname[2]': 'and' }, true],
  ])('%s', (condition, event, expected) => {
    expect(verdicts(condition, event)).toEqual([expected, expected]);
  });
});

it('a broken condition is refused at its place', () => {
  expect(() => parseCondition('proc.name in (sh')).toThrow('a value');
  expect(() => parseCondition('proc.name = sh sh')).toThrow('and, or, or the end');
  expect(() => parseCondition('(proc.name = sh')).toThrow('a closing bracket');
  expect(() => parseFalcoFile('x.yaml', 'rules: 3\n')).toThrow('a list of entries');
});

it('a macro that is nowhere is named', () => {
  const file = parseFalcoFile('x.yaml', '- rule: r\n  condition: nowhere and a.x = 1\n');
  expect(compareEvaluators([{ ...file, conditions: [] }], 0)).toMatchObject({ conditions: 0, undefinedMacros: [] });
  expect(() => evaluateEvent(parseFile(file), {})).toThrow('no macro nowhere');
});

describe('the real files', () => {
  it('are parsed in full, and both evaluators agree on them', () => {
    const files = readFalcoFiles();
    if (!existsSync(FALCO_FOLDER)) return expect(files).toBeNull();
    const agreement = compareEvaluators(files!, 20);
    // 93 rules and 315 macros by their names, as the files' own README counts them; 37 macros stand in more than one file.
    expect(agreement).toMatchObject({ conditions: 445, names: 408, undefinedMacros: [], disagreements: 0, events: 60 });
    expect(agreement.bothWays).toBeGreaterThan(100);
  });

  it('have the facts of the pack at their lines', () => {
    const differences = compareCyberFacts(FALCO_FOLDER);
    if (!existsSync(FALCO_FOLDER)) return expect(differences).toBeNull();
    expect(differences).toEqual([]);
  });

  it('are reported as skipped where they are not', () => {
    expect(falcoNumber('../nowhere')).toEqual({ number: 8, text: 'no upstream data: ../nowhere is not there', state: 'skipped' });
    expect(compareControls('../nowhere')).toBeNull();
  });
});
