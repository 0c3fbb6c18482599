import type { CairnError } from '../base/cairnError.ts';
import { CONFIG_FILE } from '../model/names/places.ts';
import { sizeWords } from '../model/text/sizeWords.ts';
import type { CheckLine } from '../model/machine/checkUp.ts';
import type { AgentFact, AutoFact, FolderFact, PlaceFact, PlaceName } from '../model/machine/machineFacts.ts';
import type { Sentence } from './errorWords.ts';
import { HINTS } from './hints.ts';
import { loginSteps, loginWords } from './loginWords.ts';

/** A thing that was looked at, in words. */
export interface CheckWords {
  /** What was looked at, in one or two words. */
  readonly title: string;
  /** What was found. */
  readonly found: string;
  /** What to do about it, a line each. */
  readonly todo: readonly string[];
}

/** How an edge says what it names itself. */
export interface CheckVoice {
  readonly error: (error: CairnError) => Sentence;
  /** Where one reads what installs an agent. */
  readonly installs: string;
  /** How a person says that they do the work; null: the edge has no way. */
  readonly byHand: string | null;
}

const COMMAND = /(?<=: )(?:cairn|git|npm|sudo|claude|codex|gemini|qwen|opencode|copilot)(?: .*)?$/;

/** What is said of a step, and the command that it ends with; '' where it ends with none. */
export function partsOfStep(step: string): { readonly text: string; readonly command: string } {
  const at = COMMAND.exec(step)?.index ?? step.length;
  return { text: step.slice(0, at).trimEnd(), command: step.slice(at) };
}

/** A line of the check-up. */
export function checkWords(line: CheckLine, voice: CheckVoice): CheckWords {
  switch (line.about) {
    case 'git':
      return gitWords(line.fact);
    case 'node': {
      const { version, program, isEnough, needed } = line.fact;
      const todo = isEnough ? [] : [HINTS['machine/node-too-old']()];
      return {
        title: 'Node',
        found: `${version}, ${program}${isEnough ? '' : `; ${needed} or newer is needed`}`,
        todo,
      };
    }
    case 'agent':
      return agentWords(line.fact, line.isAuto);
    case 'auto':
      return autoWords(line.fact, voice);
    case 'folder':
      return folderWords(line.fact, voice);
    case 'place':
      return placeWords(line);
    case 'watching':
      return watchingWords(line.fact);
    case 'settings':
      return settingsWords(line.fact);
  }
}

type Fact<A extends CheckLine['about']> = Extract<CheckLine, { about: A }>['fact'];

function gitWords({ program, isAsked, version, isEnough, needed }: Fact<'git'>): CheckWords {
  const title = 'git';
  if (program === null)
    return {
      title,
      found: 'not found on PATH, outside of this repository',
      todo: [HINTS['git/not-found']()],
    };
  if (!isAsked) return { title, found: `${program}, ${UNASKED}`, todo: [] };
  if (version === null)
    return {
      title,
      found: `${program} does not say its version`,
      todo: [`Try it yourself: ${program} version`],
    };
  const found = `${version}, ${program}`;
  if (isEnough) return { title, found, todo: [] };
  return { title, found: `${found}; ${needed} or newer is needed`, todo: [HINTS['git/too-old']()] };
}

const UNASKED = 'not asked for its version in Restricted Mode';

function agentWords(
  { name, isAsked, version, program, login, isElsewhere }: AgentFact,
  isAuto: boolean,
): CheckWords {
  const is = [
    ...(version === null ? [] : [version]),
    ...(program === null ? [] : [program]),
    ...(isElsewhere ? ['works in the window of VS Code only'] : []),
    ...(login === null ? [] : [loginWords(login)]),
    ...(login !== null && version === null ? [isAsked ? 'it did not say its version' : UNASKED] : []),
    ...(isAuto ? ['does phases that name no agent'] : []),
  ];
  return {
    title: `agent ${name}`,
    found: is.join(', ') || 'there',
    todo: login === null ? [] : loginSteps(login),
  };
}

function autoWords(fact: AutoFact, { error, installs, byHand }: CheckVoice): CheckWords {
  const title = 'agents';
  switch (fact.is) {
    case 'agent':
      return { title, found: `${fact.name} does phases that name no agent`, todo: [] };
    case 'person':
      return { title, found: `you do phases that name no agent: ${fact.because}`, todo: [] };
    case 'refused': {
      if (fact.error === null) return { title, found: 'not looked at', todo: [] };
      const { message, hint } = error(fact.error);
      return { title, found: message, todo: hint === null ? [] : hint.split('\n') };
    }
    case 'gone':
    case 'nobody':
      return { title, ...lackWords(fact, { installs, byHand }) };
  }
}

function lackWords(
  { is, name, because, install, isRefused }: Extract<AutoFact, { is: 'gone' | 'nobody' }>,
  { installs, byHand }: Pick<CheckVoice, 'installs' | 'byHand'>,
): Omit<CheckWords, 'title'> {
  const none = `no coding agent is found on PATH${isRefused ? '' : ': the phases are yours to do'}`;
  const steps = [
    ...(install === null ? [] : [`${is === 'gone' ? 'Install it' : 'Install one, such as'}: ${install}`]),
    installs,
    ...(byHand === null ? [] : [byHand]),
  ];
  return { found: is === 'gone' ? `${name}: ${because}` : none, todo: steps };
}

function folderWords(fact: FolderFact, { error }: CheckVoice): CheckWords {
  const title = 'repository';
  switch (fact.kind) {
    case 'none':
      return { title, found: 'no folder is open', todo: ['Open the folder of a git repository.'] };
    case 'restricted':
      return {
        title,
        found: 'not looked at: this window is in Restricted Mode',
        todo: ['Trust this folder, if you do, and check again.'],
      };
    case 'repository':
      return fact.hasCommit
        ? { title, found: `${fact.root}, with a commit to start from`, todo: [] }
        : {
            title,
            found: `${fact.root}, without a commit: a session starts from one`,
            todo: [HINTS['git/no-commit']()],
          };
    case 'refused': {
      if (fact.error === null)
        return { title, found: `${fact.folder}: git did not say what is there`, todo: [] };
      const { message, hint } = error(fact.error);
      return { title, found: message, todo: hint === null ? [] : hint.split('\n') };
    }
  }
}

const PLACES: Readonly<Record<PlaceName, { readonly title: string; readonly holds: string }>> = {
  repository: { title: 'git folder', holds: 'commits and notes of sessions' },
  worktrees: { title: 'worktree folder', holds: 'a working tree for each session' },
  cache: { title: 'cache folder', holds: 'what makes the next start quicker' },
  state: { title: 'state folder', holds: 'which machine this is' },
  settings: { title: 'settings folder', holds: 'your agent settings' },
  temporary: { title: 'temporary folder', holds: 'diffs and landings while they are made' },
};

function placeWords({
  fact,
  isScarce,
}: {
  readonly fact: PlaceFact;
  readonly isScarce: boolean;
}): CheckWords {
  const { name, path, refused, free } = fact;
  const { title, holds } = PLACES[name];
  const room = free === null ? '' : `, ${roomWords(free)} free`;
  if (refused !== null)
    return {
      title: title,
      found: `${path} cannot be written to (${refused})${room}; it holds ${holds}`,
      todo: ['See who owns it and what may write there.'],
    };
  return {
    title: title,
    found: `${path}, can be written to${room}`,
    todo: isScarce ? [`Make room: it holds ${holds}.`] : [],
  };
}

const GB = 1024 ** 3;
const roomWords = (bytes: number): string => (bytes < GB ? sizeWords(bytes) : `${Math.floor(bytes / GB)} GB`);

function watchingWords({ tookMs, limits }: Fact<'watching'>): CheckWords {
  const title = 'file watching';
  const of = limits === null ? '' : ` (inotify: ${limits.watches} watches, ${limits.instances} instances)`;
  if (tookMs !== null) return { title, found: `a change was seen after ${tookMs} ms${of}`, todo: [] };
  const raise =
    'Close other programs that watch files, or raise the limits: sudo sysctl fs.inotify.max_user_watches=524288 fs.inotify.max_user_instances=512';
  return {
    title,
    found: `a change was not seen within 3 seconds${of}; windows then show what happens late`,
    todo: [limits === null ? 'A network or virtual disk may tell no changes: work on a local one.' : raise],
  };
}

function settingsWords({ file, isThere, problems, refused }: Fact<'settings'>): CheckWords {
  const title = file === CONFIG_FILE ? 'repository settings' : 'agent settings';
  if (refused !== null)
    return {
      title,
      found: `${file} cannot be read (${refused})`,
      todo: ['See who owns it and who may read it.'],
    };
  if (problems.length > 0)
    return {
      title,
      found: `${file} cannot be used`,
      todo: problems.map(({ line, column, message }) => `Line ${line}, column ${column}: ${message}`),
    };
  return { title, found: isThere ? `${file}, read` : `${file} is not there, and need not be`, todo: [] };
}
