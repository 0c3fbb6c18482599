import { resolve } from 'node:path';
import { CairnError } from '../../base/cairnError.ts';
import { isName } from '../../model/start/startWords.ts';
import type { SessionId } from '../../model/names/ids.ts';
import type { SaidCommands } from '../../model/workflow/shipped/commands.ts';
import type { StartOptions } from '../../session/api/run.ts';
import type { Command, Context, Typed } from './command.ts';
import { askingForInputs, INPUT_OPTIONS } from './inputOptions.ts';
import { attending, UNATTENDED_OPTIONS, unattendedSaid } from './unattendedOptions.ts';
import { driveRun, type Driven } from './driveRun.ts';
import { errorSentence } from '../output/errorSentence.ts';
import { EXIT } from '../output/exitCodes.ts';
import { answerOfRun } from '../output/showOutcome.ts';
import { plain } from '../terminal/plainText.ts';
import { maybeUnquoted, readStart } from './startRequest.ts';
import { isSet, saysYes, textOf, textsOf, wrong } from './typed.ts';

export const startCommand: Command = {
  name: 'start',
  group: 'Start and go on',
  words: [
    {
      name: '[workflow]',
      is: 'the phases that it is done in: a name below .cairn/workflows/, one that comes with Cairn (feature, fix, refactor, review), or the path of a file (default: what .cairn/config.yaml says, else feature)',
    },
    { name: '[request]', is: 'what is to be done, in quotes; "-" reads standard input' },
  ],
  takesAnyWords: true,
  options: [
    { flags: '--request <text>', does: 'the same as [request]' },
    { flags: '--request-file <file>', does: 'the same, read from a file; "-" reads standard input' },
    {
      flags: '--issue <issue>',
      does: 'work on an issue, by its number or the address of its page; gh reads it, and it is shown first',
    },
    {
      flags: '--id <id>',
      does: 'id of the session, 3 to 63 of a-z, 0-9 and "-" (default: made from date and request)',
    },
    { flags: '--in-place', does: 'work in this working tree instead of one of its own' },
    { flags: '--base <rev>', does: 'the commit or branch to start from (default: HEAD)' },
    { flags: '--with-changes', does: 'take uncommitted changes along' },
    { flags: '--by-hand', does: 'do the phases yourself where no coding agent is found' },
    {
      flags: '--check <command>',
      does: 'check the work with this instead of what is found; once for each',
      repeated: true,
    },
    { flags: '--no-checks', does: 'run no command that checks the work' },
    {
      flags: '--setup <command>',
      does: 'set a new working tree up with this instead of what is found; once for each',
      repeated: true,
    },
    { flags: '--no-setup', does: 'run no command that sets one up' },
    ...INPUT_OPTIONS,
    { flags: '--until <phase>', does: 'pause after this phase' },
    ...UNATTENDED_OPTIONS,
    {
      flags: '--trust',
      does: 'run the commands that the repository chose by itself, without asking you first (where you name a workflow, nobody asks)',
    },
  ],
  does: 'have something done: begin a session, and run it',
  more: 'One sentence is enough. The session runs in a process of its own: closing this terminal ends nothing. Ctrl-C stops it, and `cairn resume` goes on.',
  examples: [
    ['cairn start "Add a login page"', 'have this done, in a working tree and on a branch of its own'],
    ['cairn start fix "Dates are a day off"', 'the same in the phases for a bug'],
    ['cairn start "…" --check "make test"', 'check the work with this command, and no other'],
    ['cairn start < request.md', 'read the request from a file'],
    ['cairn start fix --issue 12', 'work on an issue of this repository, where gh is logged in'],
    ['cairn start ticket "…" --input ticket=AB-12', 'give a value that the workflow asks for'],
    ['cairn start "…" --until plan', 'pause as soon as the plan is done'],
    ['cairn start "…" --unattended --approve plan', 'leave it alone: nobody is asked'],
  ],
  async run(at, typed) {
    const context = attending(at, typed);
    const said = optionsOf(typed);
    const { workflow, request } = await readStart(context, typed, startCommand.options);
    const options = {
      ...said,
      workflow: workflow === null ? null : workflowOf(context, workflow),
      request,
    };
    // Known beforehand, so that others find the run. The runner refuses what cannot begin, before anything is written.
    const id = (options.id ?? (await context.newSession(request))) as SessionId;
    const driven = await askingForInputs(context, typed, (inputs) =>
      askingForTrust(context, { ...options, id, inputs }, (all) =>
        driveRun(context, { verb: 'start', options: all }, id),
      ),
    ).catch((error: unknown) => {
      const why = CairnError.is(error, 'workflow/not-found')
        ? maybeUnquoted(context, typed, startCommand.options, error.details.known ?? [])
        : null;
      throw why === null ? error : wrong('', why);
    });
    if (driven !== null) return answerOfRun(context, driven);
    return { exit: EXIT.data, json: null, text: 'Nothing was made or run.' };
  },
};

function optionsOf(typed: Typed): Omit<StartOptions, 'request' | 'workflow'> {
  const base = textOf(typed, 'base');
  const inPlace = isSet(typed, 'inPlace');
  if (inPlace && base !== null)
    throw wrong('--base', 'a session in place starts from what is here; leave one of the two out');
  return {
    id: textOf(typed, 'id'),
    inPlace,
    base,
    withChanges: isSet(typed, 'withChanges'),
    until: textOf(typed, 'until'),
    trust: isSet(typed, 'trust'),
    byHand: isSet(typed, 'byHand'),
    ...unattendedSaid(typed),
    commands: commandsSaid(typed),
  };
}

/** Commands instead of those that are found; what is not said stays as it is found. */
function commandsSaid(typed: Typed): SaidCommands {
  const said = (option: string, without: string): readonly string[] | undefined => {
    const all = textsOf(typed, option);
    const none = isSet(typed, without === '--no-checks' ? 'noChecks' : 'noSetup');
    if (none && all.length > 0) throw wrong(without, `there is a --${option}, too; give one of the two`);
    return none || all.length > 0 ? all : undefined;
  };
  const [checks, setup] = [said('check', '--no-checks'), said('setup', '--no-setup')];
  return { ...(checks === undefined ? {} : { checks }), ...(setup === undefined ? {} : { setup }) };
}

/** Keeps a name; resolves a path from the current folder, not from the root of the repository. */
export function workflowOf({ terminal }: Pick<Context, 'terminal'>, word: string): string {
  return isName(word) ? word : resolve(terminal.cwd, word);
}

/** Shows what nobody named and asks, where somebody is there. Null when they do not want it run. */
async function askingForTrust(
  context: Context,
  options: StartOptions,
  act: (options: StartOptions) => Promise<Driven>,
): Promise<Driven | null> {
  try {
    return await act(options);
  } catch (error) {
    if (!CairnError.is(error, 'data/unseen-commands')) throw error;
    if (context.json || options.trust === true || !context.terminal.canAsk()) throw error;
    const { message } = errorSentence(error.code, error.details);
    if ((await saysYes(context.terminal, `${plain(message)}\nRun them?`)) !== true) return null;
    return act({ ...options, trust: true, shown: error.details.hash });
  }
}
