import { readLine, readPast } from '../../../../src/bundles/shellParser.ts';
import { judgeLine, type LineRules } from '../../../../src/model/agent/shell/judgeLine.ts';
import type { CommandLine, Refusal } from '../../../../src/model/agent/shell/line.ts';
import { rulesOf } from '../../../../src/model/agent/permissionRules.ts';

/** A shell, as the engine is given it. */
export const SHELL = { readLine, readPast };

export const patterns = (...allow: readonly string[]): LineRules['allow'] =>
  rulesOf({ commands: { allow } }).commands.allow;

/** What a person and a workflow may have said. */
export const RULES: LineRules = {
  root: '/repo/tree',
  allow: patterns(
    'npm test',
    'npm run *',
    'make lint',
    'git diff *',
    'bash scripts/check.sh *',
    'timeout 5 git gc',
  ),
  always: 'all',
  checks: [
    'npm run check --silent',
    'for f in *.sh; do shellcheck "$f"; done',
    ['node', 'verify.mjs'],
    'git fsck',
  ],
};

export const asLine = (text: string, over: Partial<CommandLine> = {}): CommandLine => ({
  text,
  cwd: null,
  shell: 'bash',
  path: '/usr/bin:/bin',
  cdPath: '',
  ran: [],
  ...over,
});

/** In a tree with a link that leads out of it, by the name `link`. */
const isInside = (path: string): boolean =>
  !path.startsWith('/') && !path.split('/').some((name) => name === 'link' || name.toLowerCase() === '.git');

/** `allow`, or why not: as the engine decides it, on paths that need no disk. */
export function judged(line: CommandLine | string, rules: LineRules = RULES): 'allow' | Refusal {
  const read = judgeLine(typeof line === 'string' ? asLine(line) : line, rules, SHELL);
  if (!read.ok) return read.error;
  return read.value.paths.every(isInside) ? 'allow' : 'outside';
}
