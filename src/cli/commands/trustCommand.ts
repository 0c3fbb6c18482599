import type { SessionId } from '../../model/names/ids.ts';
import type { Looking } from '../../session/api/look.ts';
import type { Trusting } from '../../session/api/trust.ts';
import type { TrustedView } from '../../session/trustResults.ts';
import { aboutTrust, commandLines } from '../../sentences/trust.ts';
import type { Answer, Command, Context } from './command.ts';
import { howLongAgo } from '../output/howLong.ts';
import { EXIT } from '../output/exitCodes.ts';
import { nextSteps, type NextStep } from '../output/nextSteps.ts';
import { plain } from '../terminal/plainText.ts';
import { renderTable, type Column } from '../output/renderTable.ts';
import { SESSION_WORD, isSet, sessionOf, textOf, wrong, saysYes } from './typed.ts';
import { called, withNames, type Naming } from '../output/withNames.ts';

/** What a yes with `--trust` is to. */
export const TRUST_WORDS =
  'allow what comes from somewhere else: commands that would run on this machine, and commits that were made elsewhere; both are shown';

export const trustCommand: Command = {
  name: 'trust',
  group: 'Decide',
  words: [SESSION_WORD],
  options: [
    { flags: '--list', does: 'what is trusted in this clone' },
    { flags: '--withdraw <session>', does: 'trust nothing of this session any more: a resume asks again' },
  ],
  does: 'see what a session from somewhere else would run on this machine, and allow that',
  more: "A session that was begun in this clone is trusted. Of one that comes from somewhere else, agents, setup and checks run on this machine only once you allowed them, and you are asked again when they change. They run the branch's own files: an allowed `npm test` may do something new with every commit. `cairn resume --trust` says the same yes, also to commits that were made somewhere else, and goes on.",
  examples: [
    ['cairn trust login', 'see its commands, and say whether they may run here'],
    ['cairn trust --list', 'which sessions are trusted, since when and why'],
    ['cairn trust --withdraw login', 'ask again before anything of it runs'],
  ],
  async run(context, typed) {
    const named = textOf(typed, 'withdraw');
    const ways = [typed.words[0] !== undefined, isSet(typed, 'list'), named !== null].filter(Boolean);
    if (ways.length > 1) throw wrong('trust', 'it is one of: a session, --list, --withdraw <session>');
    const api = await context.api();
    if (isSet(typed, 'list')) return listAnswer(await withNames(context), await api.trusted());
    if (named !== null) return withdraw(context, await withdrawn(api, named));
    return trust(context, await sessionOf(api, 'trust', typed.words[0]));
  },
};

/** Asks if somebody is there to answer; a script is taken at its word. */
async function trust(context: Context, session: SessionId): Promise<Answer> {
  const api = await context.api();
  const { trusted: before, ...view } = await api.commands(session);
  const named = await withNames(context);
  const name = called(named, session);
  const shown = plain([...commandLines(view.commands), ...aboutTrust(view)].join('\n'));
  const answer = (words: string): Answer => ({ exit: 0, json: { ...view, trusted: true }, text: words });
  if (before) return answer(`Trusted in this clone: session ${name} runs\n${shown}`);
  const text = `Session ${name} would run here:\n${shown}`;
  const yes = context.json ? null : await saysYes(context.terminal, `${text}\nTrust these commands here?`);
  if (yes === false) return { exit: EXIT.stopped, json: null, text: 'Nothing was changed.' };
  await api.trust(session, view.hash);
  const done = 'Trusted in this clone from now on.';
  const next: NextStep = [named.command('resume', session), 'go on with it'];
  const steps = nextSteps([next], context.style, context.width);
  return answer([...(yes === null ? [text] : []), done, steps].join('\n'));
}

/** Also finds a session of which only the trust is left. */
async function withdrawn(api: Looking & Trusting, named: string): Promise<SessionId> {
  const known = (await api.trusted()).find(({ session }) => session === named);
  return known?.session ?? sessionOf(api, 'trust --withdraw', named);
}

async function withdraw(context: Context, session: SessionId): Promise<Answer> {
  const name = called(await withNames(context), session);
  const was = await (await context.api()).withdrawTrust(session);
  const text = was
    ? `Nothing of ${name} is trusted in this clone any more: a resume asks before it runs anything.`
    : `Nothing of ${name} was trusted in this clone.`;
  return { exit: 0, json: { session, withdrawn: was }, text };
}

const COLUMNS: readonly Column[] = [
  { title: 'Session' },
  { title: 'Since' },
  { title: 'Because' },
  { title: 'Commands', drop: 1 },
];

const BECAUSE: Readonly<Record<TrustedView['how'], string>> = {
  opened: 'opened here',
  forked: 'forked here from a trusted one',
  changed: 'its workflow was changed here',
  said: 'you said so',
};

function listAnswer(context: Context & Naming, trusted: readonly TrustedView[]): Answer {
  const { style, width, terminal } = context;
  const rows = trusted.map(({ session, at, how, hash }) => [
    { text: called(context, session), paint: style.bold },
    howLongAgo(at, terminal.now()),
    BECAUSE[how],
    hash.slice(0, 'sha256:'.length + 12),
  ]);
  const text =
    rows.length === 0
      ? 'No session is trusted in this clone.'
      : renderTable(COLUMNS, rows, width, style.dim).join('\n');
  return { exit: 0, json: { trusted }, text };
}
