import type { Result } from '../../base/result.ts';
import type { Line } from '../parsing/engineLines.ts';
import { readMarkdownRecord, type Tell } from '../parsing/markdownRecord.ts';
import type { RecordProblem } from '../parsing/readRecord.ts';
import { field, nullable, type ValuesOf } from '../parsing/recordTable.ts';
import * as kinds from '../parsing/valueKinds.ts';
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
  return readMarkdownRecord('packet', PACKET_FIELDS, file, text, (lines, tell) => ({
    sections: sectionsIn(lines, tell),
  }));
}

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
