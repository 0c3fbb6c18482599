import { CairnError } from '../../base/cairnError.ts';
import { chosenOption } from '../../model/agent/chosenOption.ts';
import { PERMISSION_WORDS } from '../../model/agent/permissionWord.ts';
import type { SessionId } from '../../model/names/ids.ts';
import type { CairnApi } from '../../session/api.ts';
import type { Looking } from '../../session/api/look.ts';
import { PLAIN_RESUME, type Running } from '../../session/api/run.ts';
import type { ActResult, AgentKind, StatusView } from '../../session/results.ts';
import { answerOfAct } from '../output/nextSteps.ts';
import type { Answer, Command, CommandOption, Context, Typed } from './command.ts';
import { plainLine } from '../terminal/plainText.ts';
import { shorten } from '../terminal/textWidth.ts';
import { SESSION_WORD, isSet, messageOf, sessionAnd, sessionOf, textOf } from './typed.ts';
import { sessionIsDone } from '../output/statusWords.ts';
import { stepsFor } from '../output/stepsFor.ts';
import { called, withNames } from '../output/withNames.ts';
import { atTerminal } from '../terminal/atTerminal.ts';
import { goesOn } from './goesOn.ts';
import { goOnWith } from './resumeCommand.ts';

const WORDS: Command['words'] = [
  SESSION_WORD,
  { name: '[phase]', is: 'the phase that waits (default: the one that does)' },
];

const STAY: CommandOption = {
  flags: '--stay',
  does: 'only say it; `cairn resume` goes on later',
};

/** At a terminal a word is what the session has waited for. */
const GOES_ON =
  'At a terminal the session goes on at once where its next agent is found on this machine and nothing else is asked; in a script, and with --json, it does not.';

const approve: Command = {
  name: 'approve',
  group: 'Decide',
  words: WORDS,
  options: [
    { flags: '-m, --message <text>', does: 'a comment, which later phases are told as a decision' },
    STAY,
  ],
  does: 'accept what a phase made, as it is now, and go on',
  more: `${GOES_ON} To accept a phase that is blocked, or whose agent asks something, name it: the files that it must leave are looked at and its checks run once more, and no agent works on it again.`,
  examples: [
    ['cairn approve', 'approve the phase that waits, and go on'],
    ['cairn approve -m "Fine, but keep the old flag"', 'with a comment that later phases are told'],
    [
      'cairn approve implement',
      'accept a phase that is blocked, if what it must leave and its checks hold now',
    ],
  ],
  run: (context, typed) => decide('approve', context, typed),
};

const reject: Command = {
  name: 'reject',
  group: 'Decide',
  words: WORDS,
  options: [{ flags: '-m, --message <text>', does: 'what is wrong; the agent is told' }, STAY],
  does: 'send a phase back to its agent, with what is wrong',
  more: `${GOES_ON} Without a reason it waits for one: say it with a second \`cairn reject -m\`, or go on with \`cairn resume\`.`,
  examples: [
    ['cairn reject -m "The plan leaves out the tests"', 'the agent reads this in its next prompt'],
    ['cairn reject', 'send it back, and say why later'],
  ],
  run: (context, typed) => decide('reject', context, typed),
};

const answer: Command = {
  name: 'answer',
  group: 'Decide',
  words: [SESSION_WORD, { name: '[phase]', is: 'the phase that asks (default: the one that does)' }],
  options: [
    { flags: '-m, --message <text>', does: 'the answer; to a permission one of allow, always and deny' },
    STAY,
  ],
  does: 'answer what a session asks, or a permission that its agent asks for',
  more: `${GOES_ON} An agent at work that asks for a permission waits for one of three words: allow (this once), always (that and the like of it, as long as this try of the agent lasts) or deny.`,
  examples: [
    ['cairn answer -m "Use the second one"', 'answer the open question'],
    ['cairn answer -m 2', 'the second of the answers that it offers, which `cairn status` lists'],
    ['cairn answer -m allow', 'let the agent do what it asks for'],
  ],
  async run(context, typed) {
    const text = messageOf(typed, 'the answer is missing; write it as -m "…"');
    const api = await context.api();
    const { session, second, isNamed } = await sessionAnd(api, 'answer', typed);
    const said = context.json ? text : await understood(api, session, second, text);
    const result = await asItStands(
      api,
      second === null ? api.answer(session, text) : api.answer(session, text, second),
    );
    const words = `answered: ${shorten(plainLine(said), LONGEST_ANSWER)}`;
    return spoken(context, api, result, { words, isNamed, stays: isSet(typed, 'stay') });
  },
};

export const decideCommands: readonly Command[] = [approve, reject, answer];

async function decide(act: 'approve' | 'reject', context: Context, typed: Typed): Promise<Answer> {
  const api = await context.api();
  const { session, second, isNamed } = await sessionAnd(api, act, typed);
  const comment = textOf(typed, 'message');
  const result = await asItStands(api, api[act](session, second, comment));
  const mayFollow = act === 'reject' && comment === null;
  return spoken(context, api, result, { words: null, isNamed, stays: isSet(typed, 'stay') || mayFollow });
}

/** A session that runs no more is paused or interrupted: its journal says which, and no checkpoint. */
async function asItStands(api: Looking, act: Promise<ActResult>): Promise<ActResult> {
  try {
    return await act;
  } catch (error) {
    if (!CairnError.is(error, 'usage/not-possible')) throw error;
    const { refusal, session } = error.details;
    if (refusal.because !== 'none-waits' || refusal.state !== 'running') throw error;
    const { state } = await api.status(session as SessionId);
    throw new CairnError('usage/not-possible', { ...error.details, refusal: { ...refusal, state } });
  }
}

const LONGEST_ANSWER = 80;

/** What an answer means: a number is the option, or the word, that stands there. */
async function understood(
  api: Looking,
  session: SessionId,
  named: string | null,
  text: string,
): Promise<string> {
  const { permissions, questions } = await api.status(session);
  const permits = permissions.some(({ phase }) => named === null || phase === named);
  const asked = questions.find(({ phase }) => phase === named) ?? questions[0];
  return chosenOption(text, permits ? PERMISSION_WORDS : (asked?.options ?? []));
}

interface Spoken {
  /** What was said; null: what the checkpoint says that was made of it. */
  readonly words: string | null;
  readonly isNamed: boolean;
  readonly stays: boolean;
}

/** Says what holds now, and goes on with the session or says how. */
async function spoken(
  context: Context,
  api: CairnApi,
  result: ActResult,
  { words, isNamed, stays }: Spoken,
): Promise<Answer> {
  const { session, commit, seq } = result;
  await api.noteWord(result);
  if (context.json) return { exit: 0, json: result, text: '' };
  const [status, log] = [await api.status(session), await api.log(session)];
  const holds =
    words ?? log.find((entry) => entry.commit === commit)?.subject.replace(/^cairn: /, '') ?? 'done';
  const named = await withNames(context);
  const where = isNamed ? '' : ` of ${called(named, session)}`;
  const sentence = `${plainLine(holds)} (checkpoint ${seq}${where}).${endOf(status, context.style)}`;
  const agents = stays ? [] : await agentsNext(api, status);
  if (!goesOn({ atTerminal: atTerminal(context), stays, status, agents }))
    return answerOfAct(context, result, sentence, stepsFor(status, named.command));
  context.say(`${context.style.good('✓')} ${sentence}\n`);
  const answer = await goOnWith(context, session, PLAIN_RESUME);
  // What is typed right behind the run is about this one, too.
  await api.noteWord(result);
  return answer;
}

function endOf({ state, checked }: StatusView, style: Context['style']): string {
  if (state === 'done') return ` ${sessionIsDone(checked, style).text}`;
  return state === 'cancelled' ? ' The session is cancelled.' : '';
}

/** Who is found for what comes next; nobody where that cannot be told, which a resume says, or where only a window can go on. */
async function agentsNext(api: Running, { session, next }: StatusView): Promise<readonly AgentKind[]> {
  const upTo = (until: string | null): Promise<readonly AgentKind[]> =>
    api.agentsAhead({ verb: 'resume', session, options: { ...PLAIN_RESUME, until } }).catch(() => []);
  const ahead = await upTo(null);
  return ahead.includes('language-model') ? [] : upTo(next[0] ?? null);
}

export const steerCommand: Command = {
  name: 'steer',
  group: 'Decide',
  words: [SESSION_WORD],
  options: [{ flags: '-m, --message <note>', does: 'what it should know' }],
  does: 'leave a note for the agent, which reads it with its next prompt',
  more: 'The agent at work is not disturbed: the note comes once, with the next prompt, be that of this phase or of another.',
  examples: [['cairn steer -m "Keep the old flag working"', 'the agent is told with its next prompt']],
  async run(context, typed) {
    const text = messageOf(typed, 'say what it should know');
    const api = await context.api();
    const session = await sessionOf(api, 'steer', typed.words[0]);
    const result = await api.steer(session, text);
    const named = await withNames(context);
    const which = typed.words[0] === undefined ? called(named, session) : 'this session';
    const sentence = `Noted: the next prompt of ${which} holds it.`;
    return answerOfAct(context, result, sentence, stepsFor(await api.status(session), named.command));
  },
};
