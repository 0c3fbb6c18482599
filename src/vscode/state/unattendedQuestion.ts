import { unattendedWords } from '../../sentences/unattendedWords.ts';
import type { Unattended } from '../../session/unattended.ts';

/** What a person reads before a session begins that asks nobody. */
export function unattendedQuestion(bounds: Unattended): {
  readonly message: string;
  readonly detail: string;
} {
  const lines = unattendedWords(bounds).map(({ text, isFine, approve = [] }) => {
    const how = approve.length === 0 ? '' : ' The row “Unattended” approves it beforehand.';
    return `${isFine ? '•' : '⚠'} ${text}${how}`;
  });
  return { message: 'Start it, and leave it alone?', detail: lines.join('\n\n') };
}
