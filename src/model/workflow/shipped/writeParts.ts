import { stringify } from 'yaml';
import { checkName } from '../checkName.ts';
import type { CheckRule, Command } from '../workflow.ts';
import type { Commands, Sourced } from './commands.ts';
import type { Shipped } from './shipped.ts';

/** A check that takes longer counts as broken: the tests of a whole project, built anew. */
const MOST_MINUTES = 20;

/** What stands at the top of a workflow: what it is, how it begins, what proves the work. */
export function headPart(
  commands: Commands,
  { name, title, description }: Pick<Shipped, 'name' | 'title' | 'description'>,
  about: {
    readonly intro: string;
    readonly example: string;
    readonly checked: string;
    readonly keys?: string;
  },
): string {
  return `# ${about.intro}
#
#   cairn start ${name} "${about.example}"
#
# Each phase ends in one commit on a branch of its own, as soon as its "artifacts" are there and its "checks" pass.
${checkedWords(commands, about.checked)}

schema: 3
name: ${name}
title: ${title}
description: ${description}
${about.keys ?? ''}
${worktreePart(commands)}
agent: auto                 # the first coding agent found on this machine; or one that you name

phases:`;
}

function checkedWords({ checks }: Commands, phases: string): string {
  return checks.length === 0
    ? `# NO CHECKS ARE RUN: no command that tests this project is known. Until you put one below ${phases},
# "done" means that the files are there and that an agent says so.`
    : `# Cairn itself runs those checks, once before anything is changed and after ${phases}; they are commands of this project.`;
}

function worktreePart({ copy, setup }: Commands): string {
  if (copy.length + setup.length === 0)
    return `# Nothing has to be set up here, as far as was found out. If that is wrong:
# worktree:
#   setup: [npm ci]          # commands that are run in a new working tree, before the first phase
#   copy: [.env.local]       # untracked files that the work needs; copied, never committed
`;
  return [
    'worktree:                   # when a working tree is made, before the first phase:',
    ...(copy.length === 0
      ? ['  # copy: [.env.local]      untracked files that the work needs; copied, never committed']
      : [
          '  copy:                     # untracked files that the work needs; never committed',
          ...copy.map((path) => `    - ${scalar(path)}`),
        ]),
    ...(setup.length === 0
      ? []
      : ['  setup:', ...setup.map((each) => `    - ${commandText(each.run)}${origin(each)}`)]),
    '',
  ].join('\n');
}

/** The `checks` of a phase that changes code, or looks at one that did. */
export function checksPart({ checks }: Commands, red: CheckRule['red'] = 'must-pass'): string {
  if (checks.length === 0)
    return `    # NOTHING IS CHECKED HERE. What proves the code of this project belongs here:
    # checks:
    #   - run: npm test
`;
  const taken = new Set<string>();
  const lines = checks.flatMap((check) => {
    const name = nameFor(check, taken);
    return [
      `      - run: ${commandText(check.run)}${origin(check)}`,
      ...(name === null ? [] : [`        name: ${scalar(name)}`]),
      `        timeout: ${durationText(check.timeoutMs)}`,
      ...(red === 'as-before' ? [AS_BEFORE] : []),
    ];
  });
  return ['    checks:', ...lines, ''].join('\n');
}

const AS_BEFORE =
  '        red: as-before          # if it failed before anything was changed, it may still: shown as red, never as passed';

/** What an agent is told to do about them. */
export const proveWords = ({ checks }: Commands, red: CheckRule['red'] = 'must-pass'): string =>
  checks.length === 0
    ? 'No check of this project is known. Find out how it is tested, run that before you end, and put the command and its result into summary.md.'
    : `Before you end, run the checks listed below. ${red === 'as-before' ? 'If something fails that did not fail before anything was changed' : 'If one fails'}, the work is not done: fix the code. Never skip, weaken or delete a test to make it pass.`;

/** A text as a YAML scalar on one line, whatever is in it. */
export const scalar = (text: string): string => onOneLine(text, 'PLAIN');

/** Without the line end alone: a text may end in what counts as white space elsewhere, and YAML leaves it unquoted. */
const onOneLine = (text: string, defaultStringType: 'PLAIN' | 'QUOTE_DOUBLE'): string =>
  stringify(text, {
    lineWidth: 0,
    blockQuote: false,
    singleQuote: false,
    defaultStringType,
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  }).replace(/\n$/, '');

/** In a list on one line more characters have a meaning. */
const commandText = (run: Command): string =>
  typeof run === 'string'
    ? scalar(run)
    : `[${run.map((word) => onOneLine(word, 'QUOTE_DOUBLE')).join(', ')}]`;

const origin = ({ file }: Sourced): string => (file === null ? '' : `   # ${file}`);

function durationText(ms = MOST_MINUTES * 60_000): string {
  if (ms % 60_000 === 0) return `${ms / 60_000}m`;
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`;
}

/** Null where its command is its name. Two of a phase are never called the same. */
function nameFor(check: Commands['checks'][number], taken: Set<string>): string | null {
  const wanted = (check.name ?? checkName(check)).replaceAll(/\p{Cc}/gu, ' ');
  let name = wanted;
  for (let again = 2; taken.has(name); again += 1) name = `${wanted} (${again})`;
  taken.add(name);
  return check.name === undefined && name === wanted ? null : name;
}
