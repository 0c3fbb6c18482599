import type { Problem } from '../../base/cairnError.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { SCHEMA } from '../parsing/schema.ts';
import { countingItself, type CountTokens } from './fitTokens.ts';
import { SECTION_HEADINGS } from './packetHeadings.ts';
import type { BuiltPacket } from './packetInput.ts';
import { packetReview, type PacketReview } from './packetReview.ts';
import { type Packet, parsePacket } from './parsePacket.ts';

/** Keys that a person may not change, since they say where the packet belongs. `tokens` is recounted. */
const KEPT = ['session', 'phase', 'seq', 'at', 'commit', 'budget'] as const;

/**
 * Takes a packet that a person edited. It must still be a packet, of the same place and goal, within its budget, and every line
 * below another heading must belong to an item: what is handed on are items, and any other line would be lost.
 *
 * @param file only names it in problems
 */
export function takeReviewed(
  file: string,
  asked: string,
  edited: string,
  count: CountTokens,
): Result<BuiltPacket & { readonly review: PacketReview }, readonly Problem[]> {
  const text = `${edited
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .trimEnd()}\n`;
  const problem = (line: number, message: string): Problem => ({ file, line, column: 1, message });
  const [before, now] = [parsePacket(file, asked), parsePacket(file, text)];
  if (!now.ok)
    return err(
      now.error.kind === 'invalid' ? now.error.problems : [problem(1, `"schema" must be ${SCHEMA}`)],
    );
  const lines = text.split('\n');
  const moved = before.ok ? KEPT.filter((key) => before.value[key] !== now.value[key]) : [];
  const problems = [
    ...moved.map((key) =>
      problem(lineOf(lines, key), changedWord(key, before.ok ? before.value : now.value)),
    ),
    ...(before.ok && goalOf(before.value) !== goalOf(now.value)
      ? [problem(1 + Math.max(0, lines.indexOf('## Goal')), GOAL_STAYS)]
      : []),
    ...strayLines(lines).map((line) => problem(line, 'this line belongs to no item; begin it with "- "')),
  ];
  if (problems.length > 0) return err(problems);
  const write = (tokens: number): string => text.replace(/^tokens: .*$/m, `tokens: ${tokens}`);
  const counted = countingItself(write, now.value.tokens, count);
  const { budget } = now.value;
  if (counted.tokens > budget)
    return err([
      problem(
        lineOf(lines, 'tokens'),
        `the packet has ${counted.tokens} tokens and may have ${budget}: take ${counted.tokens - budget} out`,
      ),
    ]);
  return ok({ ...counted, review: packetReview(asked, counted.text) });
}

const GOAL_STAYS =
  'the goal is the request and stays as it was; add what holds besides as an item below Constraints';

const goalOf = ({ sections }: Packet): string =>
  sections.find(({ heading }) => heading === 'Goal')?.text ?? '';

const changedWord = (key: (typeof KEPT)[number], before: Packet): string =>
  `"${key}" is not to be changed; it was ${String(before[key])}`;

const lineOf = (lines: readonly string[], key: string): number =>
  1 +
  Math.max(
    0,
    lines.findIndex((line) => line.startsWith(`${key}: `)),
  );

/** 1-based numbers of the lines before the first item of their section. */
function strayLines(lines: readonly string[]): readonly number[] {
  const stray: number[] = [];
  let waits = false;
  for (const [at, line] of lines.entries()) {
    if (line.startsWith('## ')) waits = SECTION_HEADINGS.some((heading) => `## ${heading}` === line);
    else if (line.startsWith('- ')) waits = false;
    else if (waits && line.trim() !== '') stray.push(at + 1);
  }
  return stray;
}
