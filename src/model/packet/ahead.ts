import type { Phase } from '../workflow/workflow.ts';

/** A path in a text: parts with a slash between them, or a name with an extension. */
const PATH = /[\w@.+-]*(?:\/[\w@.+-]+)+|[\w@+-][\w@.+-]*\.[A-Za-z][A-Za-z0-9]{0,9}\b/g;
/** More than these make no choice any more, and cost. */
const MOST = 200;

/** What the definitions of phases name: their ids, what they need, the files they promise, the paths in their instructions. */
export function namesOf(
  phases: readonly Pick<Phase, 'id' | 'needs' | 'artifacts' | 'prompt'>[],
): readonly string[] {
  const names = phases.flatMap(({ id, needs, artifacts, prompt }) => [
    id,
    ...needs,
    ...artifacts.map(({ path }) => path),
    ...(prompt.slice(0, 65_536).match(PATH) ?? []),
  ]);
  const bare = names.map((name) => name.replace(/^[./]+|\.+$/g, '').toLowerCase());
  return [...new Set(bare.filter((name) => name !== ''))].slice(0, MOST);
}

/** Whether a text names one of these, as a whole word or at the end of a path. */
export function namesAny(names: readonly string[]): (text: string) => boolean {
  if (names.length === 0) return () => false;
  const some = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const named = new RegExp(`(?<![\\w-])(?:${some})(?![\\w-])`);
  return (text) => named.test(text.toLowerCase());
}
