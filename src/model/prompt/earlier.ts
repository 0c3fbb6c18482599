import type { PromptInput } from './promptInput.ts';
import { fenced } from './ruleWords.ts';

/** Artifacts named one by one; the packet points to the others. */
const NAMED = 40;

/** What phases before left where git ignores it: some agents do not read there, whatever they are asked. */
export function earlier({ earlier: files, session }: PromptInput): readonly string[] {
  if (files.length === 0) return [];
  const more = files.length - NAMED;
  return [
    '## What the phases before made',
    `These files are in the session's folder, which git ignores in this working tree. If your tools refuse to read one because of that, the command below it prints it; do not take it for missing. You can write there as anywhere else.`,
    ...files.slice(0, NAMED).flatMap(({ path, pointer, beginning, isWhole }) => {
      const what = beginning === null ? '' : isWhole ? ', all of it' : ', its first lines';
      const named = `- \`${path}\` (\`"$CAIRN_BIN" show ${session} ${pointer}\`)${what}${beginning === null ? '' : ':'}`;
      return beginning === null ? [named] : [named, fenced(beginning)];
    }),
    ...(more > 0 ? [`- and ${more} more, which the packet points to`] : []),
  ];
}
