import { CairnError } from '../../base/cairnError.ts';
import { renderFrontMatter } from '../parsing/frontMatterValue.ts';
import { SCHEMA } from '../parsing/schema.ts';
import { type CountTokens, countingItself, lineCosts, remembered } from './fitTokens.ts';
import { chooseItems } from './chooseItems.ts';
import { layoutAfter, shorteningSteps } from './layout.ts';
import type { BuiltPacket, PacketInput } from './packetInput.ts';
import { PACKET_FIELDS } from './parsePacket.ts';
import { renderSections } from './renderPacket.ts';

/**
 * Builds the packet of a phase; `count` answers the number of o200k_base tokens of a text.
 *
 * Counts what does not fit the budget, with a pointer to the ledger, which has all of it: in the order of `shorteningSteps`, with the
 * fewest steps that suffice. The budget covers the whole file.
 */
export function buildPacket(input: PacketInput, count: CountTokens): BuiltPacket {
  const cost = lineCosts(count);
  const chosen = chooseItems(input, cost);
  const steps = shorteningSteps(chosen);
  const fit = remembered(count);
  const bodyAfter = (taken: number): string =>
    renderSections(input, chosen, layoutAfter(chosen, steps, taken), fit);
  const head = cost(frontMatter(input, input.budget));

  // Estimates narrow it down, and a true count of the whole file decides; they differ by a few tokens.
  let room = input.budget - head;
  for (let taken = 0; taken <= steps.length; taken++) {
    taken = firstFitting(taken, steps.length, (at) => cost(bodyAfter(at)) <= room);
    const sections = bodyAfter(taken);
    const write = (tokens: number): string => `${frontMatter(input, tokens)}\n${sections}`;
    const packet = countingItself(write, input.budget, count);
    if (packet.tokens <= input.budget) return packet;
    room -= packet.tokens - input.budget;
  }
  // Every name in the last layout is bounded by the format, so only a caller's mistake gets here.
  throw new CairnError('internal/unexpected', {
    what: `a packet of ${input.budget} tokens cannot hold its pointers`,
  });
}

/** The smallest number from `from` to `last` that fits; `last` if none does. */
function firstFitting(from: number, last: number, fits: (at: number) => boolean): number {
  let low = from;
  let high = last;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}

function frontMatter(input: PacketInput, tokens: number): string {
  const values = { ...input, schema: SCHEMA, tokens, tokenizer: 'o200k_base' } as const;
  return `${renderFrontMatter(PACKET_FIELDS, values).join('\n')}\n`;
}
