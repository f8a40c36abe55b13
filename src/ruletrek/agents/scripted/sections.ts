/** The sections of rule documents: what an agent without a model takes for rules. */
import type { CitedRule } from '../../formats/agent-answer.ts';
import { spanAt, textDocument, type RuleDocument } from '../../packs/documents.ts';
import type { Instance } from '../../instance/read.ts';

/** A section as an answer cites it, by its own id. */
export interface Section {
  readonly rule: CitedRule;
  readonly text: string;
}

/** All sections of all text documents; the first heading of a document is its title and no rule. */
export function sectionsOf({ documents }: Instance): Section[] {
  const texts = [...documents].filter(([path]) => !path.startsWith('tables/'));
  return texts.flatMap(([path, text]) => sectionsOfDocument(documentOf(path, text)));
}

/** A docx document has lost its headings: a short paragraph without a full stop is one. */
function documentOf(path: string, text: string): RuleDocument {
  const document = textDocument(path, text);
  if (!path.endsWith('.docx')) return document;
  const isHeading = (line: string): boolean => line.length < 80 && !line.endsWith('.');
  return { ...document, starts: document.lines.flatMap((line, i) => (isHeading(line) ? [i] : [])) };
}

function sectionsOfDocument(document: RuleDocument): Section[] {
  const starts = /\.(yaml|json)$/.test(document.path) ? document.starts : document.starts.slice(1);
  return starts.map((start, i) => {
    const { locator, text } = spanAt(document, start);
    return { rule: { id: `${document.path}#${i}`, path: document.path, locator, quote: text, version: '', condition: '', consequence: '' }, text };
  });
}
