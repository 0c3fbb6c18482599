import { needYou } from '../../sentences/needYou.ts';
import { terminalWarning } from '../output/terminalNotice.ts';
import type { SessionId } from '../../model/names/ids.ts';
import { shortNames } from '../../model/names/sessionNames.ts';
import type { Looking } from '../../session/api/look.ts';
import type { Output } from '../../session/api/output.ts';
import type { Running } from '../../session/api/run.ts';
import { sizeWords } from '../../model/text/sizeWords.ts';
import type { LogEntry, PhaseOutput, SessionSummary } from '../../session/results.ts';
import type { Answer, Command, Context } from './command.ts';
import { howLongAgo } from '../output/howLong.ts';
import { nextSteps, type NextStep } from '../output/nextSteps.ts';
import { plain, plainLine } from '../terminal/plainText.ts';
import { renderTable, type Cell, type Column } from '../output/renderTable.ts';
import { SESSION_WORD, sessionOf, textOf, wrong } from './typed.ts';
import { statusWord } from '../output/statusWords.ts';
import { withNames, type Naming } from '../output/withNames.ts';
import { logTable } from '../output/logTable.ts';

export const listCommand: Command = {
  name: 'list',
  group: 'Look',
  words: [],
  options: [],
  does: 'list all sessions, also those that only a remote has',
  examples: [['cairn list', 'all sessions, newest first']],
  async run(context) {
    const api = await context.api();
    const sessions = await api.list();
    if (context.json || sessions.length > 0)
      // The format fixes the keys of this list.
      return { exit: 0, json: sessions.map(summaryJson), text: listTable(sessions, context) };
    return { exit: 0, json: [], text: noSession(context, await api.workflows()) };
  },
};

export const logCommand: Command = {
  name: 'log',
  group: 'Look',
  words: [SESSION_WORD],
  options: [
    { flags: '--output <phase>', does: 'print what agent and checks of this phase said last instead' },
    { flags: '--attempt <n>', does: 'with --output: of this try of the agent, by its number' },
  ],
  does: 'list the checkpoints of a session (its commits, one for each step), oldest first',
  examples: [
    ['cairn log', 'what happened, checkpoint by checkpoint'],
    ['cairn log --output implement', 'what the agent and the checks of a phase printed'],
  ],
  async run(context, typed) {
    const api = await context.api();
    const session = await sessionOf(api, 'log', typed.words[0]);
    const phase = textOf(typed, 'output');
    const attempt = attemptOf(textOf(typed, 'attempt'), phase);
    if (phase !== null && attempt !== null) return attemptAnswer(api, session, phase, attempt);
    if (phase !== null) return outputAnswer(api, session, phase, context);
    const entries = await api.log(session);
    const text = [
      logTable(entries, await namesIn(entries, context)),
      ...olderLines(entries, context),
      ...(await damageLines(api, session, context)),
    ].join('\n\n');
    return { exit: 0, json: entries, text };
  },
};

/** Sessions are named in the log of a fork alone. */
const namesIn = async (entries: readonly LogEntry[], context: Context): Promise<Context & Naming> =>
  entries.some(({ forkedFrom }) => forkedFrom !== undefined)
    ? withNames(context)
    : { ...context, short: (facts) => facts };

/** Omits `driven`, which the state already shows. */
const summaryJson = ({ driven: _shownByState, problem, ...summary }: SessionSummary): unknown => ({
  ...summary,
  ...(problem === undefined ? {} : { problem: terminalWarning(problem) }),
});

/** Where the table does not begin with the session. */
const olderLines = (entries: readonly LogEntry[], { style }: Context): readonly string[] =>
  entries.some(({ olderMissing }) => olderMissing === true)
    ? [
        `${style.asks('!')} Older checkpoints are not in this clone, which is shallow. Fetch them: git fetch --unshallow`,
      ]
    : [];

/** Why the newest checkpoints may be missing from the table. */
async function damageLines(
  api: Looking,
  session: SessionId,
  { style, json }: Context,
): Promise<readonly string[]> {
  const found = json ? undefined : (await api.list()).find((summary) => summary.session === session);
  return found?.problem === undefined
    ? []
    : [`${style.bad('!')} ${plainLine(terminalWarning(found.problem))}`];
}

function attemptOf(text: string | null, phase: string | null): number | null {
  if (text === null) return null;
  if (phase === null) throw wrong('--attempt', 'say of which phase: --output <phase>');
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw wrong('--attempt', `it is the number of an attempt, not ${JSON.stringify(text)}`);
  return Number(text);
}

type AttemptEnd = NonNullable<NonNullable<Awaited<ReturnType<Output['attemptOutput']>>>['ended']>;

const endWords = ({ outcome, reasons }: AttemptEnd): string =>
  [`── ended: ${plainLine(outcome)} ──`, ...reasons.map((why) => `- ${plainLine(why)}`)].join('\n');

async function attemptAnswer(
  api: Output,
  session: SessionId,
  phase: string,
  attempt: number,
): Promise<Answer> {
  const output = await api.attemptOutput(session, phase, attempt, 'agent');
  const json = { session, phase, attempt, file: output?.file ?? null, text: output?.text ?? null };
  const shown = plain(output?.text ?? '').trimEnd();
  const nothing =
    output === null
      ? `Nothing of attempt ${attempt} of ${plainLine(phase)} is kept on this machine.`
      : `Attempt ${attempt} of ${plainLine(phase)} printed nothing.`;
  const ended = output?.ended ?? null;
  const parts = [shown === '' ? nothing : shown, ...(ended === null ? [] : [endWords(ended)])];
  return { exit: 0, json: { ...json, ended }, text: parts.join('\n\n') };
}

/** Never empty: says so if there is no output, and why. */
async function outputAnswer(
  api: Looking & Output,
  session: SessionId,
  phase: string,
  { terminal, style }: Context,
): Promise<Answer> {
  const output = await api.output(session, phase);
  const { file = null, text = null, cut = [] } = output ?? {};
  const json = { session, phase, file, text, cut };
  // Always on standard error: standard output holds only what the agent printed, so it can be piped on.
  for (const part of cut) terminal.err.write(`${style.asks('…')} ${cutWords(part)}\n`);
  const shown = plain(output?.text ?? '').trimEnd();
  if (shown !== '') return { exit: 0, json, text: shown };
  if (output !== null) return { exit: 0, json, text: `${plainLine(phase)} printed nothing.` };
  const { phases } = await api.status(session);
  const tried = phases.some(({ id, attempt }) => id === phase && attempt > 0);
  const why = tried
    ? `Nothing is kept on this machine of ${plainLine(phase)}: its output stays where it ran.`
    : `${plainLine(phase)} has not been tried yet.`;
  return { exit: 0, json, text: why };
}

const cutWords = ({ file, bytes }: PhaseOutput['cut'][number]): string =>
  `Only the end of ${sizeWords(bytes)} is shown; all that is kept: ${plainLine(file)}`;

const LIST: readonly Column[] = [
  { title: 'Session', shrink: { to: 24, keep: 'ends' } },
  { title: 'State' },
  { title: 'Next', drop: 2, shrink: { to: 8, keep: 'ends' } },
  { title: 'Updated', drop: 3 },
  // Titles are how people tell sessions apart, so drop them almost last.
  { title: 'Title', drop: 1, shrink: { to: 12, keep: 'start' } },
];

function listTable(sessions: readonly SessionSummary[], { style, width, terminal }: Context): string {
  const names = shortNames(sessions);
  const called = (id: string): string => names.get(id as SessionId) ?? id;
  const rows = sessions.map((each): readonly Cell[] => {
    const state = stateOf(each, style);
    return [
      plainLine(called(each.session)),
      each.remote ? { text: `${state.text} (remote)`, paint: state.paint } : state,
      plainLine(each.next.join(', ')),
      { text: howLongAgo(each.updated, terminal.now()), paint: style.dim },
      each.forkedFrom === undefined
        ? plainLine(each.title)
        : `${plainLine(each.title)} (forked from ${plainLine(each.forkedFrom.replace(/^[^@]+/, called))})`,
    ];
  });
  const problems = sessions.flatMap(({ problem }) =>
    problem === undefined ? [] : [plainLine(terminalWarning(problem))],
  );
  const told = problems.map((problem) => `\n${style.bad('!')} ${problem}`);
  return [...renderTable(LIST, rows, width, style.dim), ...told].join('\n');
}

/** Whether it was landed, and with how many of its phases wait for a person, where others work meanwhile. */
function stateOf(
  { state, checked, waiting, landed }: SessionSummary,
  style: Context['style'],
): Exclude<Cell, string> {
  const { text, paint } = statusWord(plainLine(state), checked, style);
  const many = waiting.length;
  if (many === 0 || state === 'waiting') return { text: landed === true ? `${text}, landed` : text, paint };
  return { text: `${text}, ${many} ${needYou(many)}`, paint: style.asks };
}

/** Suggests commands that work: for workflows of the repository first, then for those that come with Cairn. */
function noSession(
  { style, width, command }: Context,
  workflows: Awaited<ReturnType<Running['workflows']>>,
): string {
  const steps = workflows
    .filter(({ problem }) => problem === null)
    .slice(0, 4)
    .map(({ name, description }): NextStep => {
      const does = plainLine(description ?? '');
      return [command('start', name, '"…"'), does === '' ? 'start one' : does];
    });
  return `No sessions here.\n\n${nextSteps(steps, style, width)}`;
}
