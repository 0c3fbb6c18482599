import type { PhaseId } from '../../../src/model/names/ids.ts';
import type { ResumePlan } from '../../../src/model/plan/planResume.ts';
import type { ResumeFacts } from '../../../src/model/plan/resumeFacts.ts';
import { quietResume } from '../quietResume.ts';

/** A row of resume's table: what differs from a quiet one, and the step that follows. */
export type ResumeRow = readonly [name: string, facts: Partial<ResumeFacts>, then: ResumePlan];

const { said } = quietResume;
const approval = { phase: 'plan' as PhaseId, attempt: 1, by: 'approval' } as const;
const opened = { do: 'open', trust: null, tell: false } as const;

/** What comes before a run: a working tree that is not open yet, and what mirrors the tip. */
export const preparingRows: readonly ResumeRow[] = [
  [
    'in place, HEAD elsewhere, with --here: HEAD is where it should be from now on',
    { isolation: 'in-place', head: 'elsewhere', said: { ...said, here: true } },
    { do: 'prepare', what: 'go-on-here' },
  ],
  [
    '… also of a session that is done, for an act that comes after',
    { state: 'done', isolation: 'in-place', head: 'elsewhere', said: { ...said, here: true } },
    { do: 'prepare', what: 'go-on-here' },
  ],
  [
    'the tip was not published from here: noted, before anything else is looked at',
    { here: 'tip-unknown', state: 'done' },
    { do: 'prepare', what: 'note-tip' },
  ],
  [
    'a restore was cut off: finished, whatever state the tip is in',
    { here: 'restore-cut-off', state: 'waiting', held: approval },
    { do: 'prepare', what: 'finish-restore' },
  ],
  [
    'what mirrors the tip was not rendered by this process: rendered',
    { here: 'not-rendered', treeDiffers: true },
    { do: 'prepare', what: 'render' },
  ],
  ['not open yet: opened', { here: 'unopened' }, opened],
  ['… done: nothing is opened', { here: 'unopened', state: 'done' }, { do: 'nothing', because: 'done' }],
  [
    '… done, but something is unfinished here: opened',
    { here: 'unopened', state: 'done', unfinished: true },
    opened,
  ],
  [
    '… waiting for a word, and the worktree is missing: opened',
    { here: 'unopened', state: 'waiting', held: approval, unfinished: true },
    opened,
  ],
  [
    '… nothing to do, with --here: opened, so that it is noted',
    { here: 'unopened', state: 'done', said: { ...said, here: true } },
    opened,
  ],
  [
    '… nothing to do, with --trust: opened, so that it is noted',
    { here: 'unopened', state: 'done', said: { ...said, trust: true } },
    opened,
  ],
  [
    '… refused: nothing is opened',
    { here: 'unopened', remote: 'behind', unfinished: true },
    { do: 'refuse', because: 'behind' },
  ],
  [
    '… to pause after a phase that the plan does not have: refused before anything else',
    { here: 'unopened', remote: 'behind', state: 'done', said: { ...said, unknownUntil: true } },
    { do: 'refuse', because: 'unknown-until' },
  ],
  [
    '… with another plan that is accepted: opened before it is taken over',
    { here: 'unopened', plan: 'inside-plan', said: { ...said, acceptPlan: true } },
    opened,
  ],
  [
    '… commands that nobody trusted here, shown and trusted: noted',
    { here: 'unopened', commands: 'unknown', said: { ...said, trust: true, trustCommands: true } },
    { ...opened, trust: 'said' },
  ],
  [
    '… trusted unseen: noted and told',
    {
      here: 'unopened',
      commands: 'unknown',
      said: { ...said, trust: true, trustCommands: true, trustUnseen: true },
    },
    { ...opened, trust: 'said', tell: true },
  ],
  [
    '… a history trusted unseen: told',
    { here: 'unopened', history: 'questionable', said: { ...said, trust: true, trustUnseen: true } },
    { ...opened, tell: true },
  ],
  [
    '… trusted unseen, and there was nothing to ask: not told',
    { here: 'unopened', said: { ...said, trust: true, trustCommands: true, trustUnseen: true } },
    opened,
  ],
  [
    '… commands that the person changed here: noted unasked',
    { here: 'unopened', commands: 'ours', plan: 'outside-plan' },
    { ...opened, trust: 'changed' },
  ],
  [
    '… commands that nobody trusts, while it waits and something is unfinished: opened, nothing is noted',
    { here: 'unopened', commands: 'unknown', state: 'waiting', held: approval, unfinished: true },
    opened,
  ],
  [
    'a phase that is to be run again: restored first, whatever state the session is in',
    { here: 'unopened', again: 'begun', state: 'done' },
    { do: 'restore' },
  ],
  [
    '… commands that nobody trusted here: refused before the restore',
    { here: 'unopened', again: 'begun', commands: 'unknown' },
    { do: 'refuse', because: 'untrusted-commands' },
  ],
  [
    '… with --trust: restored, and noted afterwards',
    {
      here: 'unopened',
      again: 'begun',
      commands: 'unknown',
      said: { ...said, trust: true, trustCommands: true },
    },
    { do: 'restore' },
  ],
  [
    '… behind its remote-tracking branch: refused before the restore',
    { here: 'unopened', again: 'begun', remote: 'behind' },
    { do: 'refuse', because: 'behind' },
  ],
  [
    '… a history that raises questions: refused before the restore',
    { here: 'unopened', again: 'begun', history: 'questionable' },
    { do: 'refuse', because: 'untrusted' },
  ],
  [
    '… another plan: refused before the restore',
    { here: 'unopened', again: 'begun', plan: 'inside-plan' },
    { do: 'refuse', because: 'plan-changed' },
  ],
  [
    '… begun in the session that this was forked from: refused before anything else',
    { here: 'unopened', again: 'began-elsewhere', commands: 'unknown' },
    { do: 'refuse', because: 'began-elsewhere' },
  ],
  [
    '… nobody knows where it began: refused',
    { here: 'unopened', again: 'unknown-again' },
    { do: 'refuse', because: 'unknown-again' },
  ],
];
