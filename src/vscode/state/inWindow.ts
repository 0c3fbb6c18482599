/** A command of ours as it is typed, or an option of one. */
const TYPED = /\bcairn [a-z]|(?<![\w-])--[a-z]/;
/** What git is told has options, too, and works wherever there is a terminal: to its end in code, else to the sentence's. */
const OF_GIT = /`git [^`]*`|\bgit (?:[^\s.;]|[.;](?!\s|$)| )+/g;
/** A remark in brackets, with the space before it. */
const BRACKETS = / ?\([^()]*\)/g;
const RESCUE = /\brefs\/cairn\/[^/\s]+\/rescue\/(\d+)/g;

const isTyped = (text: string): boolean => TYPED.test(text.replaceAll(OF_GIT, ''));

/**
 * A sentence of Cairn's as a window shows it. The engine's sentences are shared with the terminal, and some end with what to
 * type there: that is left out, by the smallest part that says it (a remark in brackets, what stands after a semicolon, a
 * whole sentence), and what is left stands by itself. A rescue is called by its number, as in the tree.
 *
 * Every text of the engine comes through here on its way into a message, the line above the tree, or a tooltip. What agents
 * and people wrote does not: it is theirs.
 */
export function inWindow(text: string): string {
  return text.split('\n').map(lineInWindow).filter(isSaid).join('\n').replaceAll(RESCUE, 'rescue $1');
}

const isSaid = (line: string, at: number, all: readonly string[]): boolean => line !== '' || all.length === 1;

function lineInWindow(line: string): string {
  if (!isTyped(line)) return line;
  const unbracketed = line.replaceAll(BRACKETS, (remark) => (isTyped(remark) ? '' : remark));
  return unbracketed
    .split(/(?<=[.?!])\s+(?=\p{Lu}|`)/u)
    .map(untyped)
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** What of it can be said without; '' when nothing can. */
function untyped(sentence: string): string {
  const parts = sentence.split('; ');
  const first = parts.findIndex(isTyped);
  if (first === -1) return sentence;
  const head = parts.slice(0, first).join('; ');
  return head === '' || /[.?!]$/.test(head) ? head : `${head}.`;
}
