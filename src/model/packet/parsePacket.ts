import type { Problem } from '../../base/cairnError.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { frontMatterValues, readFrontMatter, type FrontMatter } from '../parsing/readFrontMatter.ts';
import { field, nullable, type ValuesOf } from '../parsing/recordTable.ts';
import * as kinds from '../parsing/valueKinds.ts';
import type { RecordProblem } from '../parsing/readRecord.ts';
import { migrate } from '../parsing/schema.ts';
import { engineLines, type Line } from '../parsing/engineLines.ts';
import { readCount } from '../text/words.ts';
import { PACKET_HEADINGS, type PacketHeading } from './packetHeadings.ts';

/** The front matter of PACKET.md, in written order. All keys are always present. */
export const PACKET_FIELDS = {
  schema: field('schema', kinds.schemaNumber, 'the schema of the file'),
  session: field('session', kinds.sessionId, 'the session'),
  phase: nullable(
    'phase',
    kinds.phaseId,
    'the phase that hands it on; null in the packet for the first phase',
  ),
  seq: field('seq', kinds.countFromOne, 'the number of the checkpoint that it is made for'),
  at: field('at', kinds.time, 'when it was made'),
  commit: field('commit', kinds.commitId, 'its parent; of the packet for the first phase, the base'),
  tokens: field('tokens', kinds.countFromOne, 'how many tokens the whole file has'),
  budget: field('budget', kinds.countFromOne, 'how many it may have'),
  tokenizer: field(
    'tokenizer',
    kinds.matching<'o200k_base'>(/^o200k_base$/, 'o200k_base'),
    'by which they are counted',
  ),
} as const;

/** PACKET.md as a value. */
export interface Packet extends ValuesOf<typeof PACKET_FIELDS> {
  /** In file order, without empty ones. */
  readonly sections: readonly { readonly heading: PacketHeading; readonly text: string }[];
}

/** Reads a PACKET.md, strictly; `file` only names it in problems. Never throws. */
export function parsePacket(file: string, text: string): Result<Packet, RecordProblem> {
  const parts = partsOf(file, text);
  const now = migrate('packet', text, readCount(parts.front.values.get('schema')?.text ?? ''));
  if (!now.ok) return now;
  return packetIn(now.value === text ? parts : partsOf(file, now.value));
}

interface Parts {
  readonly file: string;
  readonly lines: readonly Line[];
  readonly problems: readonly Problem[];
  readonly front: FrontMatter;
}

function partsOf(file: string, text: string): Parts {
  const { lines, problems } = engineLines(file, text, null);
  return { file, lines, problems, front: readFrontMatter(file, lines, PACKET_FIELDS) };
}

function packetIn({ file, lines, problems: odd, front }: Parts): Result<Packet, RecordProblem> {
  const problems = [...odd];
  const tell: Tell = (line, message) => void problems.push({ file, line, column: 1, message });
  if (!front.closed) {
    tell(1, 'the file must start with front matter between two lines "---"');
    return err({ kind: 'invalid', problems });
  }
  if (!front.values.has('schema')) return err({ kind: 'schema-missing' });
  const { values, problems: wrong } = frontMatterValues(file, front, PACKET_FIELDS, () => 'cannot be');
  problems.push(...front.problems, ...wrong);
  const sections = sectionsIn(lines.slice(front.end), tell);
  return problems.length > 0
    ? err({ kind: 'invalid', problems: problems.toSorted((a, b) => a.line - b.line) })
    : ok({ ...values, sections });
}

type Tell = (line: number, message: string) => void;

function sectionsIn(lines: readonly Line[], tell: Tell): Packet['sections'] {
  const sections: { heading: PacketHeading; lines: string[] }[] = [];
  let order = -1;
  for (const { text, number } of lines) {
    if (!text.startsWith('## ')) {
      if (sections.length > 0) sections.at(-1)?.lines.push(text);
      else if (text !== '') tell(number, 'there is text before the first section');
      continue;
    }
    const place = PACKET_HEADINGS.findIndex((known) => `## ${known}` === text);
    const heading = PACKET_HEADINGS[place];
    if (heading === undefined) tell(number, `unknown section ${JSON.stringify(text.slice(3, 80))}`);
    else if (place <= order)
      tell(number, `the section "${heading}" is out of order; they are ${PACKET_HEADINGS.join(', ')}`);
    order = Math.max(order, place);
    sections.push({ heading: heading ?? 'Goal', lines: [] });
  }
  return sections.map(({ heading, lines: body }) => ({ heading, text: body.join('\n').trim() }));
}
