import { counted } from '../../base/listed.ts';
import { shellWords } from '../../base/shellWords.ts';
import { agentWords } from '../../sentences/agentWords.ts';
import { landedWords } from '../../sentences/landedWords.ts';
import { timeOfDay } from '../../sentences/timeOfDay.ts';
import { usageDetails } from '../../sentences/usageWords.ts';
import { sizeWords } from '../../model/text/sizeWords.ts';
import type { LandedFacts, StatusView } from '../../session/results.ts';
import { calledAt } from './calledAt.ts';
import type { Naming } from './withNames.ts';
import type { Context } from '../commands/command.ts';
import { plainLine } from '../terminal/plainText.ts';
import { shorten } from '../terminal/textWidth.ts';
import { howLong, howLongAgo } from './howLong.ts';

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

/** What was landed is not offered again. */
function landing(facts: LandedFacts): readonly Fact[] {
  const words = landedWords(facts);
  return words === null ? [] : [['Landed', words]];
}

/** Where the session is, how much it adds if that is known, and what it was forked from. */
const places = (
  { branch, worktree, addedBytes, forkedFrom, phases, ...landed }: StatusView,
  named: Pick<Naming, 'short'>,
): readonly Fact[] => [
  ['Branch', branch],
  ...landing(landed),
  ['Working tree', worktree ?? 'none on this machine yet'],
  // Where a person has to look whose turn it is.
  ...phases
    .filter(
      (phase) => ['waiting', 'blocked'].includes(phase.status) && (phase.worktree ?? worktree) !== worktree,
    )
    .map((phase): Fact => [`  of ${phase.id}`, phase.worktree ?? '']),
  ...(addedBytes === null ? [] : [['Added', `${sizeWords(addedBytes)} to the repository`] as const]),
  ...(forkedFrom === undefined ? [] : [['Forked from', calledAt(named, forkedFrom)] as const]),
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
  const counts = `${done} done, ${failed} failed, ${inDoubt} not known`;
  return [
    ...(done + failed + inDoubt === 0 ? [] : [['Effects', counts] as const]),
    ...doubts.map(({ key, at, command, elsewhere }): Fact => {
      const begun = elsewhere === true ? 'its phase was at work elsewhere' : `begun ${howLongAgo(at, now)}`;
      return ['Not known', `whether "${key}" happened, ${begun}: ${shellWords(command)}`];
    }),
  ];
}

/** Work that was kept aside, and how the newest is put back. */
function rescues(
  { session, rescues }: StatusView,
  command: Context['command'],
  now: number,
): readonly Fact[] {
  return rescues.map(({ number, at, why, files }, index): Fact => {
    const back =
      index < rescues.length - 1
        ? ''
        : ` (put it back: ${command('rescue', 'apply', session, String(number))})`;
    return [`Kept aside ${number}`, `${counted(files, 'file')}, ${howLongAgo(at, now)}: ${why}${back}`];
  });
}

/** All else that is known of a session, a line each. */
export function statusFacts(
  status: StatusView,
  context: Pick<Context, 'style' | 'terminal'> & Naming,
): string {
  const { style, terminal, command } = context;
  const rows = [...places(status, context), ...asked(status)];
  if (status.waitsUntil !== undefined)
    rows.push(['Waits', `for the provider of the agent, until ${timeOfDay(status.waitsUntil)}`]);
  if (status.drivenBy !== null) rows.push(['Run by', status.drivenBy]);
  for (const { at, by, text } of status.notes)
    rows.push(['Note', `${text} (${by}, ${howLongAgo(at, terminal.now())}; the next prompt holds it)`]);
  if (status.leftovers > 0)
    rows.push([
      'Uncommitted',
      `${status.leftovers} ${status.leftovers === 1 ? 'file differs' : 'files differ'} from the last checkpoint`,
    ]);
  rows.push(...rescues(status, command, terminal.now()));
  for (const path of notCaptured(status)) rows.push(['Not captured', path]);
  for (const agent of agents(status)) rows.push(['Agent', agent]);
  if (status.usage !== null) rows.push(['Used', usageDetails(status.usage).join(' · ')]);
  rows.push(...times(status, terminal.now()), ...effects(status, terminal.now()));
  const column = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${style.dim(name.padEnd(column))}  ${plainLine(value)}`).join('\n');
}
