import { answerWords, endsSession } from '../../sentences/answerWords.ts';
import { dirname, join } from 'node:path';
import { saySkipped } from '../../model/graph/saySkipped.ts';
import { packetPath } from '../../model/names/places.ts';
import type { PhaseView, StatusView } from '../../session/results.ts';
import type { Context } from '../commands/command.ts';
import { asksAlone, askedOnce, isSame } from './asksAlone.ts';
import { nameAndId } from './nameAndId.ts';
import { nextSteps } from './nextSteps.ts';
import { plannedLines } from './plannedLines.ts';
import { phaseTable } from './phaseTable.ts';
import { plain, plainLine } from '../terminal/plainText.ts';
import { statusFacts } from './statusFacts.ts';
import { statusWord } from './statusWords.ts';
import { terminalWarning } from './terminalNotice.ts';
import { stepsFor } from './stepsFor.ts';
import { atTerminal } from '../terminal/atTerminal.ts';
import type { Naming } from './withNames.ts';
import { wrapText } from './wrapText.ts';
import { shorten } from '../terminal/textWidth.ts';

/** A session on one page: what it is, its phases, what is asked or wrong, what to type next. */
export function showStatus(status: StatusView, context: Context & Naming): string {
  const { style, width, terminal, command, short } = context;
  const state = statusWord(plainLine(status.state), status.checked, style);
  const heading = [
    style.bold(shorten(plainLine(status.title), width)),
    `${state.paint(state.text)} ${style.dim(`· ${plainLine(status.workflow)} · checkpoint ${status.seq}`)}`,
    style.dim(nameAndId(short({ session: status.session }).session, status.session)),
  ];
  const blocks = [
    heading.join('\n'),
    phaseTable(status, { style, width, now: terminal.now() }).join('\n'),
    attention({ ...status, warnings: short(status.warnings) }, context),
    statusFacts(status, context),
    nextSteps(stepsFor(status, command, atTerminal(context)), style, width),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

/**
 * What a person must know before anything else: the open question, why a phase is blocked, warnings.
 *
 * @param saidWhy the phases of which it stands above why they are blocked
 */
export function attention(
  status: StatusView,
  { style, width }: Pick<Context, 'style' | 'width'>,
  saidWhy: ReadonlySet<string> = new Set(),
): string {
  const asked = questionLines(status, { style, width });
  const others = besides(status, style, saidWhy).map((line) => wrapText(line, width));
  // A question ends with its options: what follows is none of them.
  return [...asked, ...(asked.length > 0 && others.length > 0 ? [''] : []), ...others].join('\n');
}

function besides(
  { phases, warnings }: StatusView,
  style: Context['style'],
  saidWhy: ReadonlySet<string>,
): readonly string[] {
  const lines: string[] = [];
  for (const phase of phases) {
    if (phase.reasons.length === 0 || saidWhy.has(phase.id)) continue;
    lines.push(`${style.bad('✗')} ${style.bold(plainLine(phase.id))} is ${plainLine(phase.status)}:`);
    lines.push(...phase.reasons.map((reason) => `  - ${plain(reason).replaceAll('\n', '\n    ')}`));
  }
  for (const { id, skipped } of phases)
    if (skipped !== undefined)
      lines.push(style.dim(`${plainLine(id)} is skipped: ${plainLine(saySkipped(skipped))}`));
  lines.push(...warnings.map((warning) => `${style.asks('!')} ${plainLine(terminalWarning(warning))}`));
  return lines;
}

/** What is asked, each by the name of its phase: what an agent at work waits for, and what each phase that waits does. */
function questionLines(
  { question, questions, permissions, ...status }: StatusView,
  look: Pick<Context, 'style' | 'width'>,
): readonly string[] {
  const alone = asksAlone({ ...status, question, questions });
  const first = alone || question?.kind === 'permission' ? question : null;
  const waiting = status.phases.filter((phase) => phase.status === 'waiting');
  const whose =
    first?.kind === 'permission' ? permissions[0]?.phase : (questions[0]?.phase ?? waiting[0]?.id);
  const all = [
    ...(first === null ? [] : [{ ...first, phase: whose }]),
    ...(alone ? [] : askedOnce(questions)),
  ];
  return all.flatMap(({ phase, ...asked }, at) => [
    ...(at === 0 ? [] : ['']),
    ...linesOf(
      asked,
      waiting.find(({ id }) => id === phase),
      { ...status, ...look },
      phase === undefined ? '' : whoseQuestion({ ...asked, phase }, questions),
    ),
  ]);
}

/** Who asks, before a question. Some begin with it, and what several ask alike is of the session. */
function whoseQuestion(asked: StatusView['questions'][number], questions: StatusView['questions']): string {
  const isOfSession = questions.filter((other) => isSame(asked, other)).length > 1;
  return isOfSession || asked.text.startsWith(asked.phase) ? '' : `${plainLine(asked.phase)}: `;
}

/** What is done for good by an answer is said before it is given: a word of the terminal, such as `cairn stop`, may do less. */
function ends(option: string, { about }: NonNullable<StatusView['question']>): string {
  const words = endsSession(option, about) ? answerWords(option, about) : null;
  return words === null ? '' : ` (${words.does})`;
}

/** A question may be a page long, such as a person's work: highlights only its first line. */
function linesOf(
  question: NonNullable<StatusView['question']>,
  phase: PhaseView | undefined,
  {
    style,
    width,
    session,
    worktree,
  }: Pick<StatusView, 'session' | 'worktree'> & Pick<Context, 'style' | 'width'>,
  whose: string,
): readonly string[] {
  const root = phase?.worktree ?? worktree;
  const [first = '', ...rest] = plain(question.text).trimEnd().split('\n');
  return [
    wrapText(style.asks(`${whose}${first}`), width),
    ...rest,
    ...question.options.map(
      (option, index) => `  ${index + 1}. ${plainLine(option)}${ends(option, question)}`,
    ),
    ...(question.expands ?? []).flatMap((planned) => ['', ...plannedLines(planned, style)]),
    ...(question.kind === 'work' ? workPlaces(root, phase) : []),
    ...(question.kind === 'packet' ? packetFile(session, root, phase) : []),
  ];
}

/** Where a person works, and the prompt of their phase: the committed question cannot know. */
function workPlaces(worktree: string | null, phase: PhaseView | undefined): readonly string[] {
  const output = phase?.output ?? null;
  const lines = [
    ...(worktree === null ? [] : [`The working tree: ${plain(worktree)}`]),
    ...(output === null ? [] : [`The prompt, for a chat window: ${join(dirname(output), 'prompt.md')}`]),
  ];
  return lines.length === 0 ? [] : ['', ...lines];
}

/** The absolute path, for an editor to open: the committed question has only the path in the repository. */
function packetFile(
  session: StatusView['session'],
  worktree: string | null,
  phase: PhaseView | undefined,
): readonly string[] {
  if (phase === undefined || worktree === null) return [];
  return [
    '',
    `What the next phase is told (its context packet), for your editor: ${join(worktree, packetPath(session, phase.number, phase.id))}`,
  ];
}
