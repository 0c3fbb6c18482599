/** Entry of its own bundle, which is loaded when the first file is scanned: the rules that know what a secret looks like. */
import { lintSource } from '@secretlint/core';
import { secretLintProfiler } from '@secretlint/profiler';
import type { SecretHit } from '../session/ports.ts';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';

const config = {
  rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator, options: {} }],
};

// Nobody reads its measurements, but it keeps some sixty marks per file for as long as the process lives, and searches all of
// them for each new one.
secretLintProfiler.mark = () => undefined;

/** The lines (1-based) of a text with what secretlint's recommended rules take for a secret; `what` never holds the secret itself. */
export async function findSecrets(path: string, content: string): Promise<readonly SecretHit[]> {
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
