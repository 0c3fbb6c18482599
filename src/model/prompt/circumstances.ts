import { counted } from '../../base/listed.ts';
import { rejectedWord, TOLD_OF } from '../agent/rejected.ts';
import { CONFLICT } from '../attempt/retryCosts.ts';
import type { PromptInput } from './promptInput.ts';
import { fenced } from './ruleWords.ts';

type Asked = NonNullable<PromptInput['words'][number]['question']>;

/** How many files to name; git knows the others. */
const NAMED_FILES = 40;
const NO_WORD = '(without a word why: look at the result once more, and do not make the same again)';
const CHANGED = { added: 'added', modified: 'changed', deleted: 'deleted' } as const;

/** What happened since the packet was written: files, the previous attempt, people's words. */
export function circumstances(input: PromptInput): readonly string[] {
  return [
    ...people(input),
    ...sentBack(input),
    ...lastAttempt(input),
    ...outside(input),
    ...meanwhile(input),
  ];
}

function people({ words }: PromptInput): readonly string[] {
  if (words.length === 0) return [];
  const said = words.map(({ kind, by, text, question }) => {
    const asked = question === undefined ? '' : `\n\nThe question was:\n\n${quote(withOptions(question))}`;
    const verb = { rejected: 'rejected the result', answered: 'answered', note: 'notes' }[kind];
    const means = question?.about === 'permission' ? rejectedWord(text ?? '') : null;
    return `${by} ${verb}:\n\n${quote(text ?? NO_WORD)}${asked}${means === null ? '' : `\n\n${TOLD_OF[means]}`}`;
  });
  return [
    '## What people say about this phase',
    'Oldest first. Where they contradict anything else in this brief, they win.',
    ...said,
  ];
}

function sentBack({ round, phase }: PromptInput): readonly string[] {
  if (round === null) return [];
  const { number, max, by, why, left, held } = round;
  const who = by === phase.id ? 'This phase itself' : `The phase \`${by}\``;
  return [
    number > max
      ? `## Round ${number}, more than the ${max} of the workflow`
      : `## Round ${number} of at most ${max}`,
    `${who} sent the work back:\n\n${quote(why)}`,
    [
      left.own === null
        ? 'Nothing that this phase made in the round before was published: write what is promised anew.'
        : `What this phase left in the round before is in \`${left.own}\`: write what is promised anew, and build on the work that is there.`,
      ...(held === null
        ? []
        : [
            `What it had made in an earlier round and nobody published is in no file here, but in a commit: \`git show ${held}:<path>\` prints it.`,
          ]),
      ...(left.theirs === null ? [] : [`What \`${by}\` found is in \`${left.theirs}\`.`]),
    ].join(' '),
  ];
}

const withOptions = ({ text, options = [] }: Asked): string =>
  [text.trim(), ...options.map((option, index) => `${index + 1}. ${option}`)].join('\n');

const BOTH =
  'The working tree has both, as git merges them. Where they changed the same lines, both stand there between marks: resolve each so that it does what both are for, and take the marks out.';

function lastAttempt(input: PromptInput): readonly string[] {
  const { unmerged = [] } = input.lastAttempt ?? {};
  const words = howItEnded(input);
  if (unmerged.length === 0) return words;
  return [
    ...words,
    `What it began with does not merge with what others had published, and is not resolved. ${BOTH}`,
    ...reasons(unmerged),
  ];
}

function howItEnded({ lastAttempt: last, meanwhile: { leftovers } }: PromptInput): readonly string[] {
  if (last === null) return [];
  if (last.outcome === 'cut-off') {
    return [
      '## The attempt before this one',
      `Attempt ${last.attempt} was cut off: its process or its machine ended while it was at work. Nobody knows how far it came. Look before you do anything a second time.`,
      ...reasons(last.reasons),
    ];
  }
  if (last.outcome === 'rate-limited')
    return [
      '## The attempt before this one',
      `The provider of its agent refused attempt ${last.attempt} before it was done. What it left is still there: look before you do anything a second time.`,
    ];
  if (last.outcome === CONFLICT)
    return [
      `## Why attempt ${last.attempt} is not published`,
      `Others were published while it was at work, and its work does not merge with theirs. ${BOTH}`,
      ...reasons(last.reasons),
    ];
  const ended = last.outcome === 'completed' ? '' : ` Its agent ended as "${last.outcome}".`;
  const kept =
    leftovers?.kind === 'rescued'
      ? ''
      : ' Its files are still there: repair what is wrong, do not start over.';
  return [
    `## Why attempt ${last.attempt} did not hold`,
    `The gate refused it.${ended}${kept}`,
    ...reasons(last.reasons),
    ...(last.tail.length === 0 ? [] : ['The last lines of output:', fenced(last.tail.join('\n'))]),
  ];
}

const STATES = {
  done: 'happened',
  failed: 'did not happen',
  inDoubt: 'nobody knows whether it happened',
} as const;

function outside({ effects }: PromptInput): readonly string[] {
  if (effects.length === 0) return [];
  return [
    '## What this phase has done to the outside',
    'Recorded by an earlier attempt. Use the same key and the same command where you need it: what happened is not done again.',
    effects
      .map(({ key, command, state }) => `- \`${key}\` ${STATES[state]}: ${indented(command.join(' '))}`)
      .join('\n'),
  ];
}

const reasons = (all: readonly string[]): readonly string[] =>
  all.length === 0 ? [] : [all.map((reason) => `- ${indented(reason)}`).join('\n')];

function meanwhile({ meanwhile: { edits, leftovers, differs } }: PromptInput): readonly string[] {
  const out: string[] = [];
  if (edits.length > 0) {
    out.push(
      `A person changed ${counted(edits.length, 'file')} since the last phase ended. These changes are meant: keep them, and look at them before you rely on what the packet says.`,
    );
    out.push(list(edits.map(({ path, change }) => `${path} (${CHANGED[change]})`)));
  }
  if (leftovers?.kind === 'kept') {
    out.push(
      "An earlier attempt left these changes behind, unfinished and not checked, and some may be a person's who came in between. They are in your working tree: finish, correct or remove them.",
    );
    out.push(list(leftovers.files));
  }
  if (leftovers?.kind === 'rescued') {
    out.push(
      `An earlier attempt left changes behind, and some may be a person's who came in between. They were set aside in \`${leftovers.ref}\` and are not in your working tree; \`git show ${leftovers.ref}:<path>\` reads one of them.`,
    );
    out.push(list(leftovers.files));
  }
  if (differs.length > 0) {
    out.push(
      'These files in your working tree are not what the last checkpoint holds. What the packet says was written about the committed ones.',
    );
    out.push(list(differs));
  }
  return out.length === 0 ? [] : ['## What changed meanwhile', ...out];
}

function list(items: readonly string[]): string {
  const more = items.length - NAMED_FILES;
  const lines = items.slice(0, NAMED_FILES).map((item) => `- ${item}`);
  return [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}

const indented = (text: string): string => text.trim().replaceAll('\n', '\n  ');
const quote = (text: string): string =>
  text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
