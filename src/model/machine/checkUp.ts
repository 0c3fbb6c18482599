import type {
  AgentFact,
  AutoFact,
  FolderFact,
  GitFact,
  MachineFacts,
  NodeFact,
  PlaceFact,
  SettingsFact,
  WatchingFact,
} from './machineFacts.ts';

/** How much it matters: `look` keeps no session from running. */
export type Verdict = 'ok' | 'look' | 'mend';

/** One thing that was looked at. */
export type CheckLine = { readonly verdict: Verdict } & (
  | { readonly about: 'git'; readonly fact: GitFact }
  | { readonly about: 'node'; readonly fact: NodeFact }
  | { readonly about: 'agent'; readonly fact: AgentFact; readonly isAuto: boolean }
  | { readonly about: 'auto'; readonly fact: AutoFact }
  | { readonly about: 'folder'; readonly fact: FolderFact }
  | { readonly about: 'place'; readonly fact: PlaceFact; readonly isScarce: boolean }
  | { readonly about: 'watching'; readonly fact: WatchingFact }
  | { readonly about: 'settings'; readonly fact: SettingsFact }
);

export interface CheckUp {
  readonly lines: readonly CheckLine[];
  /** Whether a session could be run here. */
  readonly canRun: boolean;
}

/** Below this a checkpoint may not fit. */
const LEAST_BYTES = 50 * 1024 ** 2;
/** Below this a worktree, and what is installed in it, may not fit. */
const SCARCE_BYTES = 1024 ** 3;

/** What is well on a machine, and what keeps a session from running. */
export function checkUp(facts: MachineFacts): CheckUp {
  const { git, node, agents, auto, folder, places, watching, settings } = facts;
  const lines: readonly CheckLine[] = [
    { about: 'git', verdict: git.isEnough ? 'ok' : isUnknown(git) ? 'look' : 'mend', fact: git },
    { about: 'node', verdict: node.isEnough ? 'ok' : 'mend', fact: node },
    ...agents.map((agent) => agentLine(agent, auto.is === 'agent' && auto.name === agent.name)),
    ...autoLines(auto),
    folderLine(folder),
    ...places.map(placeLine),
    { about: 'watching', verdict: watching.tookMs === null ? 'look' : 'ok', fact: watching },
    ...settings.map(settingsLine),
  ];
  return { lines, canRun: !lines.some(({ verdict }) => verdict === 'mend') };
}

const isUnknown = ({ program, isAsked }: GitFact): boolean => program !== null && !isAsked;

function agentLine(fact: AgentFact, isAuto: boolean): CheckLine {
  const isWell = fact.login?.is !== 'none' && (!fact.isAsked || fact.version !== null || fact.login === null);
  return { about: 'agent', verdict: isWell ? 'ok' : 'look', fact, isAuto };
}

/** An agent that takes such phases is told in its own line, settings that cannot be read in theirs. */
const autoLines = (fact: AutoFact): readonly CheckLine[] =>
  fact.is === 'agent' || (fact.is === 'refused' && fact.error === null)
    ? []
    : [{ about: 'auto', verdict: autoVerdict(fact), fact }];

function autoVerdict(fact: AutoFact): Verdict {
  if ('isRefused' in fact) return fact.isRefused ? 'mend' : 'look';
  return fact.is === 'refused' ? 'mend' : 'ok';
}

/** A session needs a repository with a commit. */
const folderLine = (fact: FolderFact): CheckLine => ({
  about: 'folder',
  verdict: fact.kind === 'repository' && fact.hasCommit ? 'ok' : 'mend',
  fact,
});

/** Without these nothing can be done; what the others hold is made anew, or done without. */
const ESSENTIAL: ReadonlySet<PlaceFact['name']> = new Set(['repository', 'worktrees', 'temporary']);

function placeLine(fact: PlaceFact): CheckLine {
  const { name, refused, free } = fact;
  const isScarce = free !== null && free < SCARCE_BYTES;
  const isFull = free !== null && free < LEAST_BYTES;
  const isLost = refused !== null || isFull;
  const verdict = isLost && ESSENTIAL.has(name) ? 'mend' : isLost || isScarce ? 'look' : 'ok';
  return { about: 'place', verdict, fact, isScarce };
}

const settingsLine = (fact: SettingsFact): CheckLine => ({
  about: 'settings',
  verdict: fact.refused === null && fact.problems.length === 0 ? 'ok' : 'mend',
  fact,
});
