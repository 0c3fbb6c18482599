import { counted } from '../../base/listed.ts';
import { answerWords, endsSession } from '../../sentences/answerWords.ts';
import { shellWords } from '../../base/shellWords.ts';
import { dirname, join } from 'node:path';
import { saySkipped } from '../../model/graph/saySkipped.ts';
import { packetPath } from '../../model/names/places.ts';
import { sizeWords } from '../../model/text/sizeWords.ts';
import type { PhaseView, StatusView } from '../../session/results.ts';
import { timeOfDay } from '../../sentences/timeOfDay.ts';
import { agentWords } from '../../sentences/agentWords.ts';
import { usageDetails } from '../../sentences/usageWords.ts';
import type { Context } from '../commands/command.ts';
import { asksAlone, askedOnce, isSame } from './asksAlone.ts';
import { howLong, howLongAgo } from './howLong.ts';
import { nextSteps } from './nextSteps.ts';
import { plannedLines } from './plannedLines.ts';
import { phaseTable } from './phaseTable.ts';
import { plain, plainLine } from '../terminal/plainText.ts';
import { statusWord } from './statusWords.ts';
import { terminalWarning } from './terminalNotice.ts';
import { stepsFor } from './stepsFor.ts';
import { wrapText } from './wrapText.ts';
import { shorten } from '../terminal/textWidth.ts';

/** A session on one page: what it is, its phases, what is asked or wrong, what to type next. */
export function showStatus(status: StatusView, context: Context): string {
  const { style, width, terminal, command } = context;
  const state = statusWord(plainLine(status.state), style);
  const heading = [
    style.bold(shorten(plainLine(status.title), width)),
    `${state.paint(state.text)} ${style.dim(`· ${plainLine(status.workflow)} · checkpoint ${status.seq}`)}`,
    style.dim(plainLine(status.session)),
  ];
  const blocks = [
    heading.join('\n'),
    phaseTable(status, { style, width, now: terminal.now() }).join('\n'),
    attention(status, context),
    facts(status, context),
    nextSteps(stepsFor(status, command), style, width),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

/** What a person must know before anything else: the open question, why a phase is blocked, warnings. */
export function attention(status: StatusView, { style, width }: Pick<Context, 'style' | 'width'>): string {
  const asked = questionLines(status, { style, width });
  const others = besides(status, style).map((line) => wrapText(line, width));
  // A question ends with its options: what follows is none of them.
  return [...asked, ...(asked.length > 0 && others.length > 0 ? [''] : []), ...others].join('\n');
}

function besides({ phases, warnings }: StatusView, style: Context['style']): readonly string[] {
  const lines: string[] = [];
  for (const phase of phases) {
    if (phase.reasons.length === 0) continue;
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
  return ['', `The packet, for your editor: ${join(worktree, packetPath(session, phase.number, phase.id))}`];
}

/** Lists each file once, however many phases found it. */
function notCaptured({ phases }: StatusView): readonly string[] {
  const all = phases.flatMap((phase) => phase.notCaptured.map(({ path, why }) => `${path} (${why})`));
  return [...new Set(all)];
}

/** Lists each agent once, with what is known of how it worked; if there are several, each with its phases. */
function agents({ phases }: StatusView): readonly string[] {
  const phasesOf = new Map<string, string[]>();
  for (const { id, agent } of phases) {
    if (agent === null) continue;
    const words = agentWords(agent);
    phasesOf.set(words, [...(phasesOf.get(words) ?? []), id]);
  }
  if (phasesOf.size <= 1) return [...phasesOf.keys()];
  return [...phasesOf].map(([words, ids]) => `${words} (${ids.join(', ')})`);
}

type Fact = readonly [name: string, value: string];

/** A value may be a page long. */
const LONGEST_VALUE = 200;

/** What the session was given besides its request, and what it is run for. */
const asked = ({ inputs = {}, result }: StatusView): readonly Fact[] => [
  ...Object.entries(inputs).map(([name, value]): Fact => [
    'Input',
    `${name} = ${shorten(plainLine(value), LONGEST_VALUE)}`,
  ]),
  ...(result === undefined
    ? []
    : [['Result', `${result.path}${result.present ? '' : ' (not there yet)'}`] as const]),
];

/** Where the session is, how much it adds if that is known, and what it was forked from. */
const places = ({ branch, worktree, addedBytes, forkedFrom, phases }: StatusView): readonly Fact[] => [
  ['Branch', branch],
  ['Working tree', worktree ?? 'none on this machine yet'],
  // Where a person has to look whose turn it is.
  ...phases
    .filter(
      (phase) => ['waiting', 'blocked'].includes(phase.status) && (phase.worktree ?? worktree) !== worktree,
    )
    .map((phase): Fact => [`  of ${phase.id}`, phase.worktree ?? '']),
  ...(addedBytes === null ? [] : [['Added', `${sizeWords(addedBytes)} to the repository`] as const]),
  ...(forkedFrom === undefined ? [] : [['Forked from', forkedFrom] as const]),
];

/** How long ago the session began, and for how long agents worked. */
function times({ opened, workedMs }: StatusView, now: number): readonly Fact[] {
  const words = [
    ...(opened === undefined ? [] : [`opened ${howLongAgo(opened, now)}`]),
    ...(workedMs === undefined ? [] : [`agents at work for ${howLong(workedMs)}`]),
  ];
  return words.length === 0 ? [] : [['Time', words.join(' · ')]];
}

/** What was done to the outside world, and the doubts that only a person can settle. */
function effects({ effects: { done, failed, inDoubt }, doubts }: StatusView, now: number): readonly Fact[] {
  const counts = `${done} done, ${failed} failed, ${inDoubt} in doubt`;
  return [
    ...(done + failed + inDoubt === 0 ? [] : [['Effects', counts] as const]),
    ...doubts.map(({ key, at, command, elsewhere }): Fact => {
      const begun = elsewhere === true ? 'its phase was at work elsewhere' : `begun ${howLongAgo(at, now)}`;
      return ['In doubt', `"${key}", ${begun}: ${shellWords(command)}`];
    }),
  ];
}

function facts(status: StatusView, { style, terminal }: Context): string {
  const rows = [...places(status), ...asked(status)];
  if (status.waitsUntil !== undefined)
    rows.push(['Waits', `for the provider of the agent, until ${timeOfDay(status.waitsUntil)}`]);
  if (status.drivenBy !== null) rows.push(['Driven by', status.drivenBy]);
  for (const { at, by, text } of status.notes)
    rows.push(['Note', `${text} (${by}, ${howLongAgo(at, terminal.now())}; the next prompt holds it)`]);
  if (status.leftovers > 0)
    rows.push([
      'Uncommitted',
      `${status.leftovers} ${status.leftovers === 1 ? 'file differs' : 'files differ'} from the last checkpoint`,
    ]);
  for (const { number, at, why, files } of status.rescues)
    rows.push([`Rescue ${number}`, `${counted(files, 'file')}, ${howLongAgo(at, terminal.now())}: ${why}`]);
  for (const path of notCaptured(status)) rows.push(['Not captured', path]);
  for (const agent of agents(status)) rows.push(['Agent', agent]);
  if (status.usage !== null) rows.push(['Used', usageDetails(status.usage).join(' · ')]);
  rows.push(...times(status, terminal.now()), ...effects(status, terminal.now()));
  const column = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${style.dim(name.padEnd(column))}  ${plainLine(value)}`).join('\n');
}
