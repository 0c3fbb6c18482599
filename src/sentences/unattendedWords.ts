import { listed } from '../base/listed.ts';
import { shellWords } from '../base/shellWords.ts';
import { alwaysAllowed, rulesOf, type Decision, type Permissions } from '../model/agent/permissionRules.ts';
import { sayAmount } from '../model/limits/sayLimit.ts';
import type { Unattended } from '../session/unattended.ts';

/** A line about a session that nobody sits by. */
export interface UnattendedLine {
  readonly text: string;
  /** False: it may hold the session up, or is a risk that somebody should know. */
  readonly isFine: boolean;
  /** Phases that could be approved beforehand. */
  readonly approve?: readonly string[];
}

/** Within which bounds a session is worked on while nobody is asked; where somebody is, only what they have approved beforehand. */
export const unattendedWords = (bounds: Unattended): readonly UnattendedLine[] =>
  bounds.isLeftAlone
    ? [
        fine(
          'Nobody is asked. What an agent would have to ask is denied at once; a phase that does not hold after that waits with the question.',
        ),
        ...bounds.agents.flatMap(agentLines),
        ...networkLines(bounds),
        ...beforehandLines(bounds),
        ...waitingLines(bounds),
        limitLine(bounds),
        sandboxLine(bounds),
      ]
    : beforehandLines(bounds);

const fine = (text: string): UnattendedLine => ({ text, isFine: true });
const risk = (text: string): UnattendedLine => ({ text, isFine: false });

const MOST = 8;

function agentLines({
  agent,
  kind,
  phases,
  permissions,
}: Unattended['agents'][number]): readonly UnattendedLine[] {
  if (kind === 'manual') return [risk(`You do ${listed(phases, MOST)} yourself: it waits for you there.`)];
  if (permissions === null)
    return [risk(`${agent} asks nobody as it is started: its own settings decide what it may do.`)];
  const acts = actsOf(permissions);
  const are = (decision: Decision): readonly string[] =>
    acts.filter((act) => act.decision === decision).map(({ what }) => what);
  const [may, asks, never] = [are('allow'), are('ask'), are('deny')];
  return [
    ...(may.length === 0 ? [] : [fine(`${agent} may: ${may.join('; ')}.`)]),
    ...(asks.length === 0 ? [] : [fine(`Denied, as ${agent} would have to ask: ${asks.join('; ')}.`)]),
    ...(never.length === 0 ? [] : [fine(`Denied to ${agent}: ${never.join('; ')}.`)]),
  ];
}

const networkLines = ({ agents }: Unattended): readonly UnattendedLine[] =>
  agents.every(({ permissions }) => permissions === null || rulesOf(permissions).network === 'allow')
    ? []
    : [
        risk(
          'The network is denied only where an agent asks for that as such: a command that it may run reaches what it likes.',
        ),
      ];

interface Act {
  readonly what: string;
  readonly decision: Decision;
}

const ALWAYS = {
  all: ['the checks of the phase', 'programs that only read, in its working tree'],
  own: [],
  nothing: [],
} as const;

/** What there is to do, each with what is said of it. */
function actsOf(permissions: Permissions): readonly Act[] {
  const { files, commands, network } = rulesOf(permissions);
  const patterns = patternsOf(permissions);
  const runs = [...patterns, ...(commands.else === 'allow' ? [] : ALWAYS[alwaysAllowed(permissions)])];
  return [
    ...(files === 'in-worktree'
      ? [
          { what: 'read and change files of its working tree', decision: 'allow' as const },
          { what: 'files elsewhere', decision: 'ask' as const },
        ]
      : [{ what: 'read and change any file', decision: files }]),
    ...(runs.length === 0 ? [] : [{ what: `run ${listed(runs, MOST)}`, decision: 'allow' as const }]),
    { what: runs.length === 0 ? 'commands' : 'other commands', decision: commands.else },
    { what: 'the network', decision: network },
  ];
}

function patternsOf(permissions: Permissions): readonly string[] {
  if (typeof permissions === 'string' || typeof permissions.commands !== 'object') return [];
  return permissions.commands.allow ?? [];
}

const beforehandLines = ({ approvals }: Unattended): readonly UnattendedLine[] =>
  [...new Set(approvals.flatMap(({ by }) => by ?? []))].map((by) => {
    const phases = approvals.filter((one) => one.by === by).map(({ phase }) => phase);
    return fine(
      `Approved beforehand by ${by}, in each round and with nobody looking: ${listed(phases, MOST)}.`,
    );
  });

function waitingLines({ approvals, packets }: Unattended): readonly UnattendedLine[] {
  const waits = approvals.filter(({ by }) => by === null).map(({ phase }) => phase);
  const lines = [
    {
      ...risk(`Waits for an approval, as nobody is there to give it: ${listed(waits, MOST)}.`),
      approve: waits,
    },
    risk(`Waits for a look at what it hands on, which nobody can take beforehand: ${listed(packets, MOST)}.`),
  ];
  return lines.filter((_, at) => (at === 0 ? waits : packets).length > 0);
}

function limitLine({ limits }: Unattended): UnattendedLine {
  if (limits.length === 0) return risk('No limit is set: it ends when its phases do.');
  const all = limits.map(
    ({ of, limit, most }) => `${sayAmount(limit, most)} for ${of === null ? 'the session' : of}`,
  );
  return fine(`Limits, at which it waits: ${listed(all, MOST)}.`);
}

const sandboxLine = ({ sandbox }: Unattended): UnattendedLine =>
  sandbox === null
    ? risk('No sandbox is set: whatever it may run does what you could do.')
    : fine(`Agents and checks run below ${shellWords(sandbox)}.`);
