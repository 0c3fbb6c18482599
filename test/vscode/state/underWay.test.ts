import { describe, expect, test } from 'vitest';
import type { SessionId } from '../../../src/model/names/ids.ts';
import type { SessionSummary } from '../../../src/session/results.ts';
import { reduceState, type StateEvent } from '../../../src/vscode/state/reduceState.ts';
import { situationOf } from '../../../src/vscode/state/situation.ts';
import type { Act, UnderWayChange } from '../../../src/vscode/state/underWay.ts';
import { viewMessage } from '../../../src/vscode/state/viewMessage.ts';
import { NOTHING_KNOWN, repositoriesOf, type WindowState } from '../../../src/vscode/state/windowState.ts';
import { topRows } from '../../../src/vscode/tree/sessionRows.ts';
import { createUnderWay } from '../../../src/vscode/window/beginAct.ts';
import type { KeptDraft } from '../../../src/vscode/state/start/keptDraft.ts';
import { forgetDraft, keptDraft } from '../../../src/vscode/commands/keptDraft.ts';
import { EMPTY_DRAFT } from '../../../src/vscode/state/start/startDraft.ts';
import type { Desk } from '../../../src/vscode/commands/desk.ts';
import { KEY, NOW, summary } from '../builders.ts';

const OTHER = '20261119-other-1a2b' as SessionId;
/** Nobody drives it. */
const resting = summary({ session: OTHER, state: 'paused', driven: false });
const NEW = 'demo' as SessionId;
const SECOND = 'demo-2' as SessionId;

const learn = (events: readonly StateEvent[], from: WindowState = NOTHING_KNOWN): WindowState =>
  events.reduce(reduceState, from);
const listed = (...sessions: readonly SessionSummary[]): StateEvent => ({
  type: 'listed',
  key: KEY,
  sessions,
});
const change = (of: UnderWayChange): StateEvent => ({ type: 'underWay', key: KEY, change: of });
const begun = (n: number, session: SessionId, act: Act = 'start'): StateEvent =>
  change({ kind: 'begun', underWay: { n, session, act, title: `Job of ${session}`, cancelled: false } });
const cancelled = (n: number): StateEvent => change({ kind: 'cancelled', n });
const over = (n: number): StateEvent => change({ kind: 'over', n });
const folders = (...names: readonly string[]): StateEvent => ({ type: 'folders', folders: names });
const trust = (trusted: boolean): StateEvent => ({ type: 'trust', trusted });
const seen: StateEvent = { type: 'opened', folder: '/repo', key: KEY, name: 'repo' };
const opened: readonly StateEvent[] = [trust(true), folders('/repo'), seen, listed(resting)];

/** Session and what its row says, from the top. */
const rows = (events: readonly StateEvent[]): readonly string[] =>
  topRows(learn(events), NOW).map(
    ({ id, description }) => `${id.split(':').at(-1)} ${description.split(' · ')[0]}`,
  );
const idle = rows(opened);
const [stands = ''] = idle;

describe('a start that was asked for', () => {
  const there = (session: SessionId): SessionSummary => summary({ session });
  test.each<[string, readonly StateEvent[], readonly string[]]>([
    ['is a row at once', [begun(1, NEW)], ['demo starting', stands]],
    ['is one row, however often it is said', [begun(1, NEW), begun(2, NEW)], ['demo starting', stands]],
    [
      'stays until all who said it are done',
      [begun(1, NEW), begun(2, NEW), over(1)],
      ['demo starting', stands],
    ],
    [
      'two at once are two rows, the newer above',
      [begun(1, NEW), begun(2, SECOND)],
      ['demo-2 starting', 'demo starting', stands],
    ],
    [
      'refused: it goes, the other stays',
      [begun(1, NEW), begun(2, SECOND), over(1)],
      ['demo-2 starting', stands],
    ],
    ['refused twice is once', [begun(1, NEW), over(1), over(1)], idle],
    ['stays while others are seen', [begun(1, NEW), listed(resting)], ['demo starting', stands]],
    ['is told as called off', [begun(1, NEW), cancelled(1)], ['demo cancelling', stands]],
    ['is not seen in a window without its folder', [begun(1, NEW), folders('/elsewhere'), over(1)], []],
    [
      'nor after its folder was away for a while',
      [begun(1, NEW), folders(), folders('/repo'), seen, listed(resting)],
      idle,
    ],
    ['nor begun there', [folders('/elsewhere'), begun(1, NEW)], []],
    ['is forgotten where trust changes', [begun(1, NEW), trust(false)], []],
    [
      'and is not there when trust comes back',
      [begun(1, NEW), trust(false), trust(true), seen, listed(resting), over(1)],
      idle,
    ],
  ])('%s', (_what, events, expected) => {
    expect(rows([...opened, ...events])).toEqual(expected);
  });

  test('gives way to the session when that is seen, under an id of its own', () => {
    const state = learn([...opened, begun(1, NEW), begun(2, SECOND), listed(there(NEW))]);
    expect(topRows(state, NOW).map(({ id }) => id)).toEqual([
      `starting:${KEY}:demo-2`,
      `session:${KEY}:demo`,
    ]);
    expect(repositoriesOf(state)[0]?.underWay.map(({ n }) => n)).toEqual([2]);
  });

  test('is something to show and to say, in a repository without sessions, too', () => {
    const state = learn([...opened, listed(), begun(1, NEW)]);
    expect([situationOf(state), viewMessage(state)]).toEqual(['sessions', '1 session is starting.']);
    const [row] = topRows(state, NOW);
    expect(row).toMatchObject({
      label: 'Job of demo',
      spoken: 'Session Job of demo, starting',
      context: 'starting',
    });
  });
});

describe('an act at a session that is there', () => {
  const driven = summary({ session: OTHER, driven: true });
  const says = (act: Act, ...events: readonly StateEvent[]): string =>
    rows([...opened, begun(1, OTHER, act), ...events])[0] ?? '';
  test.each<[Act, string]>([
    ['resume', 'resuming'],
    ['runAgain', 'running again'],
    ['complete', 'completing'],
    ['fork', 'forking'],
  ])('%s: its row says %s, until it is over', (act, word) => {
    expect(says(act)).toBe(`${OTHER} ${word}`);
    expect(says(act, listed(resting))).toBe(`${OTHER} ${word}`);
    expect(says(act, over(1))).toBe(stands);
  });

  test('a resume is seen when somebody drives the session; a fork leaves it as it is', () => {
    expect(says('resume', listed(driven))).not.toContain('resuming');
    expect(says('fork', listed(driven))).toBe(`${OTHER} forking`);
  });

  test('the newer of two is what its row says', () => {
    expect(says('resume', begun(2, OTHER, 'fork'))).toBe(`${OTHER} forking`);
    expect(says('resume', begun(2, OTHER, 'fork'), over(2))).toBe(`${OTHER} resuming`);
  });

  test('a look that finds nothing new is no news', () => {
    const state = learn([...opened, begun(1, OTHER, 'resume')]);
    expect(learn([listed(resting)], state)).toBe(state);
  });
});

describe('calling off', () => {
  const at = { repository: KEY, session: NEW };
  function window(): { state: WindowState } & ReturnType<typeof createUnderWay> {
    const held = { state: learn(opened) };
    const acts = createUnderWay((events) => void (held.state = learn(events, held.state)));
    return Object.assign(held, acts);
  }

  test('is told to whoever is at work, again to whoever came later, and as a repetition the second time', () => {
    const [here, told] = [window(), [] as string[]];
    const one = here.begin(at, 'start', 'Job');
    one.cancelBy((again) => told.push(`preview ${again}`));
    here.cancel(at);
    expect(one.isCancelled).toBe(true);
    one.cancelBy((again) => told.push(`launch ${again}`));
    here.cancel(at);
    one.over();
    here.cancel(at);
    expect(told).toEqual(['preview false', 'launch false', 'launch true']);
    expect(here.state).toEqual(learn(opened));
  });

  test('meets that session only', () => {
    const here = window();
    const [one, two] = [
      here.begin(at, 'start', 'Job'),
      here.begin({ ...at, session: SECOND }, 'start', 'Job'),
    ];
    here.cancel({ ...at, session: SECOND });
    expect([one.isCancelled, two.isCancelled]).toEqual([false, true]);
  });
});

describe('what was said of a start', () => {
  const draft = { ...EMPTY_DRAFT, typed: 'Make it fast', checks: ['make'] };
  const last = { repository: KEY, draft, session: { repository: KEY, session: NEW } };
  const kept = (one: KeptDraft, ...events: readonly StateEvent[]): KeptDraft | null =>
    keptDraft({ kept: { last: one }, store: { state: learn([...opened, ...events]) } } as unknown as Desk);

  test('is there again after it came to nothing, and not while it is under way or there', () => {
    expect(kept(last, begun(1, NEW), over(1))).toBe(last);
    expect(kept(last, begun(1, NEW))).toBeNull();
    expect(kept(last, listed(summary({ session: NEW })))).toBeNull();
  });

  test('is there again after Escape, whatever else goes on', () => {
    const escaped = { ...last, session: null };
    expect(kept(escaped, begun(1, NEW))).toBe(escaped);
  });

  test('is forgotten once its session has ended, unless something else was said meanwhile', () => {
    const desk = { kept: { last: last as KeptDraft | null } };
    forgetDraft(desk, { repository: KEY, session: SECOND });
    expect(desk.kept.last).toBe(last);
    forgetDraft(desk, { repository: KEY, session: NEW });
    expect(desk.kept.last).toBeNull();
  });
});
