/** Entry of a bundle of its own: the rules that know what a secret looks like, loaded when the first file is scanned. */
import { lintSource } from '@secretlint/core';
import { secretLintProfiler } from '@secretlint/profiler';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';

const config = {
  rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator, options: {} }],
};

// Its measurements are never read, and it keeps them: some sixty marks for each file, for as long as the process lives,
// and every new one is looked for among all the others.
secretLintProfiler.mark = () => undefined;

/** Lines (1-based) of a text that secretlint's recommended rules take for a secret; `what` never holds the secret itself. */
export async function findSecrets(
  path: string,
  content: string,
): Promise<
  readonly {
    readonly line: number;
    readonly what: string;
    readonly spans?: readonly (readonly [number, number])[];
  }[]
> {
  const { messages } = await lintSource({
    source: {
      filePath: path,
      content,
      ext: path.slice(path.lastIndexOf('.')),
      contentType: 'text',
    },
    options: { config, maskSecrets: true, noPhysicFilePath: true },
  });
  return messages.map(({ loc, ruleId, messageId }) => ({
    line: loc.start.line,
    what: `${ruleId.replace('@secretlint/secretlint-rule-', '')} ${messageId}`,
    ...(loc.start.line === loc.end.line ? { spans: [[loc.start.column, loc.end.column] as const] } : {}),
  }));
}
