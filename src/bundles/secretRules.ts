/** Entry of a bundle of its own: the rules that know what a secret looks like, loaded when the first file is scanned. */
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';

const config = {
  rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator, options: {} }],
};

/** Lines (1-based) of a text that secretlint's recommended rules take for a secret; `what` never holds the secret itself. */
export async function findSecrets(
  path: string,
  content: string,
): Promise<readonly { readonly line: number; readonly what: string }[]> {
  const { messages } = await lintSource({
    source: {
      filePath: tame(path),
      content,
      ext: tame(path.slice(path.lastIndexOf('.'))),
      contentType: 'text',
    },
    options: { config, maskSecrets: true, noPhysicFilePath: true },
  });
  return messages.map(({ loc, ruleId, messageId }) => ({
    line: loc.start.line,
    what: `${ruleId.replace('@secretlint/secretlint-rule-', '')} ${messageId}`,
  }));
}

/**
 * Rules look at names such as `.npmrc`. The linter also puts the name into its performance marks, and cuts them up
 * again at newlines and bars: a file called `a\nb` would end the process with an unhandled rejection.
 */
function tame(path: string): string {
  return path.replaceAll(/[^\w./-]/g, '_');
}
