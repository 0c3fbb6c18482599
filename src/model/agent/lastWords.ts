import type { AgentOutcome } from './agentOutcome.ts';

/** What is kept of an agent's final message fits into a line of the journal, whatever characters it is made of. */
const MOST_BYTES = 2_400;

/**
 * The outcome with its final message no longer than what is kept of it, so that what is built of it now is the same as
 * what is built of it after a crash. A program's output says most at its end, an agent's message at its beginning.
 *
 * @param kind of the agent
 */
export function withKeptWords(outcome: AgentOutcome, kind: string): AgentOutcome {
  if (outcome.kind !== 'completed' || outcome.finalText === undefined) return outcome;
  const kept = kind === 'command' ? keptEnd(outcome.finalText) : keptBeginning(outcome.finalText);
  return kept === '' ? { kind: 'completed' } : { kind: 'completed', finalText: kept };
}

/** What is kept of a message where it is too long. */
export function keptBeginning(message: string): string {
  const text = message.trim().toWellFormed();
  return cutTo(text, (length) => text.slice(0, length));
}

function keptEnd(output: string): string {
  const text = output.trim().toWellFormed();
  return cutTo(text, (length) => text.slice(-length));
}

function cutTo(text: string, cut: (length: number) => string): string {
  let [fits, over] = [0, text.length + 1];
  while (over - fits > 1) {
    const length = Math.floor((fits + over) / 2);
    if (bytesInJson(cut(length)) <= MOST_BYTES) fits = length;
    else over = length;
  }
  // Half of a surrogate pair is no character.
  return fits === 0
    ? ''
    : cut(fits)
        .replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
        .trim();
}

const bytesInJson = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length;
