import { CairnError } from '../../base/cairnError.ts';
import type { SessionId } from '../../model/names/ids.ts';
import type { ResumeOptions } from '../../session/api/run.ts';
import { errorSentence } from '../output/errorSentence.ts';
import type { Answer, Command, Context, Typed } from './command.ts';
import { driveRun, type Driven } from './driveRun.ts';
import { attending, UNATTENDED_OPTIONS, unattendedSaid } from './unattendedOptions.ts';
import { EXIT } from '../output/exitCodes.ts';
import { plain } from '../terminal/plainText.ts';
import { toldLines } from '../output/toldLines.ts';
import { called, withNames } from '../output/withNames.ts';
import { SESSION_WORD, isSet, meantBy, textOf, wrong, saysYes } from './typed.ts';
import { answerOfRun } from '../output/showOutcome.ts';
import { workflowOf } from './startCommand.ts';
import { TRUST_WORDS } from './trustCommand.ts';

export const resumeCommand: Command = {
  name: 'resume',
  group: 'Start and go on',
  words: [SESSION_WORD],
  takesAnyWords: true,
  options: [
    { flags: '-m, --message <note>', does: 'a note for the agent, in its next prompt' },
    { flags: '--until <phase>', does: 'pause after this phase' },
    ...UNATTENDED_OPTIONS,
    {
      flags: '--leftovers <what>',
      does: 'what an agent left that was cut off: kept aside (rescue), or where it lies for the next try (keep)',
      choices: ['rescue', 'keep'],
    },
    { flags: '--workflow <workflow>', does: 'follow another workflow from here on' },
    { flags: '--accept-plan', does: 'go on although the phases of the workflow were changed' },
    {
      flags: '--trust',
      does: TRUST_WORDS,
    },
    {
      flags: '--here',
      does: 'go on from here, although the remote has more, or (in place) another commit is checked out',
    },
    { flags: '--in-place', does: 'for a session of another clone: work in this working tree' },
    { flags: '--request <text>', does: 'refused: a session keeps its request', hidden: true },
    { flags: '--request-file <file>', does: 'refused: a session keeps its request', hidden: true },
  ],
  does: 'go on with a session where it stopped',
  more: 'Nothing that is done is done again. What an agent left that was cut off is kept aside, and `cairn rescue` puts it back; with --leftovers keep it stays where it lies and the agent goes on with it.',
  examples: [
    ['cairn resume', 'go on with the session that is not done'],
    ['cairn resume -m "The API key is in .env.local"', 'the same, and tell the agent something'],
    ['cairn resume login --until plan', 'go on with the session "login", and pause when the plan is done'],
  ],
  async run(at, typed) {
    const context = attending(at, typed);
    refuseMixed(typed);
    const options = optionsOf(context, typed);
    const isAnew = options.workflow !== null || options.acceptPlan;
    const meant = await meantBy(await context.api(), isAnew ? 'resume --workflow' : 'resume', typed.words[0]);
    if (meant.beside !== undefined) await sayBeside(context, meant.session, meant.beside);
    return goOnWith(context, meant.session, options);
  },
};

/** Said of a session that is meant because a word was said to it just now, where another one could be gone on with. */
async function sayBeside(context: Context, session: SessionId, beside: readonly SessionId[]): Promise<void> {
  const named = await withNames(context);
  // With its name, also where without a name it would be the only one that can be meant a moment later.
  const others = beside.map((one) => context.command('resume', called(named, one)));
  const name = called(named, session);
  const text = `${name} is meant: you said something to it just now.\nAnother one that is not done is gone on with by its name: ${others.join(', ')}`;
  for (const line of toldLines(text, context.style, context.width)) context.say(line);
}

/** Resumes a session, asking whoever is there what that needs. */
export async function goOnWith(
  context: Context,
  session: SessionId,
  options: ResumeOptions,
): Promise<Answer> {
  const driven = await resumeAsking(context, session, options);
  if (driven !== null) return answerOfRun(context, driven);
  const text = 'Nothing was run: what it runs is not trusted in this clone.';
  return { exit: EXIT.data, json: null, text };
}

/** A resume takes one session and no new request; refuses anything else instead of guessing. */
function refuseMixed(typed: Typed): void {
  const { words } = typed;
  if (words.length > 1 && textOf(typed, 'message') !== null)
    throw wrong('resume', 'a note of several words stands in quotes: -m "…"');
  if (words.length > 1) throw new CairnError('usage/several-sessions', { words });
  if (textOf(typed, 'request') !== null || textOf(typed, 'requestFile') !== null)
    throw new CairnError('usage/new-request', { session: words[0] ?? null });
}

function optionsOf(context: Context, typed: Typed): ResumeOptions {
  const workflow = textOf(typed, 'workflow');
  const leftovers = textOf(typed, 'leftovers');
  return {
    note: textOf(typed, 'message'),
    until: textOf(typed, 'until'),
    leftovers: leftovers === 'rescue' || leftovers === 'keep' ? leftovers : null,
    workflow: workflow === null ? null : workflowOf(context, workflow),
    acceptPlan: isSet(typed, 'acceptPlan'),
    trust: isSet(typed, 'trust'),
    shown: null,
    here: isSet(typed, 'here'),
    inPlace: isSet(typed, 'inPlace'),
    again: null,
    ...unattendedSaid(typed),
  };
}

/** Resumes; if that needs a yes and somebody is there, asks and goes on. Null when they do not trust what was shown. */
async function resumeAsking(
  context: Context,
  session: SessionId,
  options: ResumeOptions,
): Promise<Driven | null> {
  try {
    return await driveRun(context, { verb: 'resume', session, options }, session);
  } catch (error) {
    const answer = await askAbout(context, error, options);
    if (answer === 'no') return null;
    if (answer === null) throw error;
    return resumeAsking(context, session, { ...options, ...answer });
  }
}

/** Null when nobody can be asked, it is no question, a yes was already given, or the answer is no. */
async function askAbout(
  context: Context,
  error: unknown,
  said: ResumeOptions,
): Promise<Partial<ResumeOptions> | 'no' | null> {
  if (context.json) return null;
  if (CairnError.is(error, 'data/untrusted-commands')) {
    const { message } = errorSentence(error.code, error.details);
    // Commands other than those shown are a new question.
    return said.shown === error.details.hash || (said.trust && said.shown === null)
      ? null
      : // All of it was just shown: a no needs no more words.
        ((await ask(context, message, 'Trust these commands here and go on?', {
          trust: true,
          shown: error.details.hash,
        })) ?? (context.terminal.canAsk() ? 'no' : null));
  }
  if (CairnError.is(error, 'data/untrusted-tip') && !said.trust)
    return ask(context, listed(error.details.warnings), 'Go on from these commits?', {
      trust: true,
      // Its commands are a separate question, if they are not trusted here.
      shown: '',
    });
  if (CairnError.is(error, 'repo/plan-changed') && !said.acceptPlan)
    return ask(context, listed(error.details.changes), 'Accept the changed plan and go on?', {
      acceptPlan: true,
    });
  return null;
}

const listed = (facts: readonly string[]): string => facts.map((fact) => `  ${fact}`).join('\n');

async function ask(
  { terminal }: Context,
  text: string,
  question: string,
  yes: Partial<ResumeOptions>,
): Promise<Partial<ResumeOptions> | null> {
  return (await saysYes(terminal, `${plain(text)}\n${question}`)) === true ? yes : null;
}
