import { describe, expect, test } from 'vitest';
import type { SessionId } from '../../../src/model/names/ids.ts';
import { age, spokenAge } from '../../../src/vscode/state/age.ts';
import { drivenOffers, interruptedOffers, noticesBetween } from '../../../src/vscode/state/notices.ts';
import { reduceState, type StateEvent } from '../../../src/vscode/state/reduceState.ts';
import { contextKeysOf, situationOf } from '../../../src/vscode/state/situation.ts';
import { statusBar } from '../../../src/vscode/state/statusBar.ts';
import { viewMessage, waitingBadge } from '../../../src/vscode/state/viewMessage.ts';
import {
  NOTHING_KNOWN,
  repositoriesOf,
  type FolderState,
  type WindowState,
} from '../../../src/vscode/state/windowState.ts';
import { sizeOf } from '../../../src/vscode/state/words.ts';
import {
  ago,
  approval,
  packetReview,
  donePhase,
  KEY,
  node,
  NOW,
  permission,
  phase,
  repositoryFolder,
  status,
  summary,
  windowOf,
} from '../builders.ts';

const learn = (events: readonly StateEvent[], from: WindowState = NOTHING_KNOWN): WindowState =>
  events.reduce(reduceState, from);
const problem = (name: 'noGit' | 'noRepository' | 'noCommit' | 'other'): FolderState => ({
  kind: 'problem',
  folder: `/${name}`,
  problem: name,
  text: 'git is broken.',
});

describe('what the window knows', () => {
  const opened: StateEvent[] = [
    { type: 'trust', trusted: true },
    { type: 'folders', folders: ['/repo', '/repo/sub'] },
    { type: 'opened', folder: '/repo', key: KEY, name: 'repo' },
    { type: 'opened', folder: '/repo/sub', key: KEY, name: 'repo' },
    { type: 'listed', key: KEY, sessions: [summary()] },
  ];

  test('two folders of one repository show its sessions once', () => {
    expect(repositoriesOf(learn(opened)).map(({ sessions }) => sessions.length)).toEqual([1]);
  });

  test('learning the same again is no news', () => {
    const state = learn(opened);
    expect(learn(opened.slice(4), state)).toBe(state);
  });

  test('details stay while a session moves on, until they are looked at again', () => {
    const looked = learn([
      ...opened,
      { type: 'looked', key: KEY, status: status(summary()), restored: false },
    ]);
    const moved = learn([{ type: 'listed', key: KEY, sessions: [summary({ seq: 3 })] }], looked);
    expect(repositoriesOf(moved)[0]?.sessions[0]).toMatchObject({ summary: { seq: 3 }, status: { seq: 2 } });
  });

  test('a session that cannot be read says so on its own row, and is well again when it can', () => {
    const session = summary().session;
    const broken = learn([
      ...opened,
      { type: 'unreadable', key: KEY, session, text: 'STATUS.md is cut short.' },
    ]);
    expect(repositoriesOf(broken)[0]?.sessions[0]?.problem).toBe('STATUS.md is cut short.');
    expect(
      repositoriesOf(
        learn([{ type: 'looked', key: KEY, status: status(summary()), restored: false }], broken),
      )[0]?.sessions[0]?.problem,
    ).toBe(null);
  });

  test('what was learned without trust is forgotten when trust is given', () => {
    const restricted = learn([
      { type: 'folders', folders: ['/repo'] },
      { type: 'glanced', folder: '/repo', sessions: [] },
    ]);
    expect(learn([{ type: 'trust', trusted: true }], restricted).folders).toEqual([
      { kind: 'unknown', folder: '/repo' },
    ]);
  });

  test('open sessions come first, then the one that moved last', () => {
    const sessions = [
      summary({ session: 'aaa' as SessionId, state: 'done', updated: ago(1) }),
      summary({ session: 'bbb' as SessionId, state: 'paused', updated: ago(60) }),
      summary({ session: 'ccc' as SessionId, state: 'running', updated: ago(5) }),
    ];
    const state = learn([...opened.slice(0, 4), { type: 'listed', key: KEY, sessions }]);
    expect(repositoriesOf(state)[0]?.sessions.map((one) => one.summary.session)).toEqual([
      'ccc',
      'bbb',
      'aaa',
    ]);
  });
});

test.each<[string, WindowState, string]>([
  ['no folder', { trusted: true, folders: [] }, 'noFolder'],
  ['a folder nobody has looked at', windowOf({ kind: 'unknown', folder: '/a' }), 'looking'],
  ['no git', windowOf(problem('noGit')), 'noGit'],
  ['no repository', windowOf(problem('noRepository')), 'noRepository'],
  ['no commit', windowOf(problem('noCommit')), 'noCommit'],
  ['anything else that is wrong', windowOf(problem('other')), 'problem'],
  ['sessions that nobody has asked for yet', windowOf(repositoryFolder([], { isListed: false })), 'looking'],
  ['no session', windowOf(repositoryFolder([])), 'noSession'],
  ['sessions', windowOf(repositoryFolder([node('done')], { isListed: false })), 'sessions'],
  [
    'the folder that is furthest on wins',
    windowOf(problem('noRepository'), repositoryFolder([])),
    'noSession',
  ],
  [
    'Restricted Mode',
    { trusted: false, folders: [{ kind: 'glanced', folder: '/a', sessions: [] }] },
    'restricted',
  ],
  [
    'Restricted Mode with sessions to read',
    {
      trusted: false,
      folders: [{ kind: 'glanced', folder: '/a', sessions: [{ session: 'x', glance: null }] }],
    },
    'sessions',
  ],
])('%s is greeted as such', (_, state, situation) => expect(situationOf(state)).toBe(situation));

test('context keys count open sessions', () => {
  expect(contextKeysOf(windowOf(repositoryFolder([node('running'), node('done')])))).toEqual({
    'cairn.situation': 'sessions',
    'cairn.openSessions': 1,
  });
});

const one = (state: string, over = {}): WindowState => windowOf(repositoryFolder([node(state, over)]));
const other = { summary: { session: 'other' as SessionId, title: 'Other' } };

test.each<[string, WindowState, string]>([
  ['nothing', one('cancelled'), ''],
  [
    'a result that is to be landed',
    one('done'),
    '“Add login” is done. Land Session… puts its result on a new branch, or into your working tree.',
  ],
  [
    'one that lies in the working tree already',
    one('done', { status: { isolation: 'in-place' } }),
    '“Add login” is done. Land Session… puts its result on a new branch.',
  ],
  ['one that was landed', one('done', { summary: { landed: true } }), ''],
  ['a running phase', one('running'), 'Running phase 2 of 3, plan.'],
  [
    'a phase whose number a changed plan left beyond their count',
    one('running', { status: { phases: [donePhase(1, 'research'), phase(4, 'plan')] } }),
    'Starting phase 2 of 2, plan.',
  ],
  ['an approval', one('waiting', { status: approval }), 'Waiting for your approval: phase 2 of 3, plan.'],
  [
    'a packet to look at',
    one('waiting', { status: packetReview }),
    'Waiting for a look at the summary for the next phase (context packet): phase 2 of 3, plan.',
  ],
  [
    'an interruption',
    one('interrupted'),
    'Interrupted: phase 2 of 3, plan. Resume goes on from the last checkpoint.',
  ],
  ['a pause', one('paused'), 'Paused before phase 2 of 3, plan.'],
  ['a block', one('blocked'), 'Blocked: phase 2 of 3, plan. Resume tries it again.'],
  [
    'a session that is on the remote only',
    one('paused', { summary: { remote: true } }),
    '1 session is on the remote only. Resume goes on with it here; what is not trusted here is shown first.',
  ],
  ['a session nobody has looked into', one('running', { status: null }), 'Running plan.'],
  [
    'several sessions',
    windowOf(repositoryFolder([node('running'), node('waiting', other)])),
    '1 session is running, 1 needs you.',
  ],
  [
    'several that stand',
    windowOf(repositoryFolder([node('paused'), node('paused', other)])),
    '2 sessions are open, none is running.',
  ],
  ['a folder that cannot be looked at', windowOf(problem('other')), 'git is broken.'],
])('the line above the tree tells of %s', (_, state, message) => expect(viewMessage(state)).toBe(message));

test('the badge counts what waits for a yes or no, and says what; not every wait', () => {
  const question = { question: { text: '?', options: [], kind: 'question' as const } };
  const badge = (...nodes: Parameters<typeof repositoryFolder>[0]) =>
    waitingBadge(windowOf(repositoryFolder(nodes)));
  const asks = node('waiting', { ...other, status: { permissions: [permission('1'), permission('2')] } });
  expect([
    badge(node('waiting', { status: question })),
    badge(node('waiting', { status: approval }), node('waiting', { ...other, status: question })),
    badge(node('waiting', { status: approval }), asks),
  ]).toEqual([
    null,
    { value: 1, tooltip: '1 approval waiting' },
    { value: 3, tooltip: '1 approval, 2 permissions waiting' },
  ]);
});

describe('the status bar', () => {
  test.each([
    ['running', one('running'), { text: '$(sync~spin) Add login: plan', warning: false }],
    [
      'waiting',
      one('waiting', { status: approval }),
      { text: '$(bell-dot) Add login: approve plan', warning: true },
    ],
    [
      'interrupted',
      one('interrupted'),
      { text: '$(debug-disconnect) Add login: interrupted, plan', warning: true },
    ],
    ['paused', one('paused'), { text: '$(debug-pause) Add login: paused, plan', warning: false }],
    [
      'who needs a person goes first',
      windowOf(repositoryFolder([node('running'), node('blocked', other)])),
      { text: '$(error) Other: blocked, plan +1', warning: true },
    ],
  ])('%s', (_, state, shown) => expect(statusBar(state)).toMatchObject(shown));

  test('is gone when no session is open, and stays short with long names', () => {
    expect(statusBar(one('done'))).toBe(null);
    expect(
      statusBar(one('running', { summary: { title: 'An unusually long request that goes on and on' } }))
        ?.text,
    ).toBe('$(sync~spin) An unusually long reque…: plan');
  });
});

test('the line above the tree is one, of bounded length, whoever asks', () => {
  const question = { kind: 'question' as const, text: `a\u202e\nb${'c'.repeat(1_000_000)}`, options: [] };
  const message = viewMessage(one('waiting', { status: { question } }));
  expect(message).toMatch(/^a bc+…$/);
  expect(message.length).toBeLessThan(2_000);
});

describe('notifications', () => {
  const told = (before: WindowState, after: WindowState): readonly string[] =>
    noticesBetween(before, after).map(({ text }) => text);
  test.each<[string, WindowState, readonly string[]]>([
    [
      'waits',
      one('waiting', { status: approval }),
      ['“Add login” waits for your approval of phase 2 of 3, plan.'],
    ],
    [
      'has a packet to look at',
      one('waiting', { status: packetReview }),
      ['“Add login” waits for a look at what phase 2 of 3, plan hands on.'],
    ],
    ['is blocked', one('blocked'), ['“Add login” is blocked in phase 2 of 3, plan.']],
    ['is interrupted', one('interrupted'), ['“Add login” was interrupted in phase 2 of 3, plan.']],
    ['is done', one('done'), ['“Add login” is done.']],
    ['was paused as asked', one('paused'), []],
    ['still runs', one('running'), []],
  ])('a session that %s', (_, after, texts) => expect(told(one('running'), after)).toEqual(texts));

  test.each([
    ['on a remote', node('waiting', { summary: { remote: true }, status: null })],
    ['of which an earlier checkpoint was looked at', { ...node('waiting'), status: node('running').status }],
  ])('one %s says no more than that it waits, and is shown', (_, of) => {
    const before = windowOf(repositoryFolder([{ ...of, summary: { ...of.summary, state: 'running' } }]));
    const [notice] = noticesBetween(before, windowOf(repositoryFolder([of])));
    expect(notice?.text).toMatch(/^“Add login” waits for you in (?:plan|phase 2 of 3, plan)\.$/);
    expect(notice?.actions.map(([label]) => label)).toEqual(['Show']);
  });

  test('a session that is seen for the first time is no news', () =>
    expect(told(windowOf(repositoryFolder([])), one('waiting'))).toEqual([]));
  test('a second phase that waits is', () => {
    expect(
      told(
        one('waiting', { status: approval, summary: { next: ['research'] } }),
        one('waiting', { status: approval }),
      ),
    ).toHaveLength(1);
  });
  test('a phase that begins to wait while others of its session go on is news once', () => {
    const of = (...statuses: readonly string[]): WindowState =>
      one('running', {
        status: { phases: statuses.map((state, n) => phase(n + 1, `p${n + 1}`, { status: state })) },
      });
    const [before, after] = [of('running', 'running'), of('running', 'waiting')];
    expect(told(before, after)).toEqual(['“Add login” goes on, but p2 needs you.']);
    expect(told(after, after)).toEqual([]);
    expect(told(after, of('done', 'waiting', 'running'))).toEqual([]);
  });
  test('an interruption is offered by attempt, so that a second one is offered again', () => {
    expect(interruptedOffers(one('interrupted')).map(({ once }) => once)).toEqual([
      '20261120-add-login-7f3k@2#1',
    ]);
  });
  test('who drives a session is told once for each process, and of nobody nothing', () => {
    const driven = one('running', { status: { drivenBy: 'pid 7 on here' } });
    expect(drivenOffers(driven)).toEqual([
      expect.objectContaining({ once: '20261120-add-login-7f3k pid 7 on here', by: 'pid 7 on here' }),
    ]);
    expect(drivenOffers(one('interrupted'))).toEqual([]);
  });
});

test.each([
  [0.2, 'now', 'just now'],
  [1, '1 min', '1 minute ago'],
  [59, '59 min', '59 minutes ago'],
  [125, '2 h', '2 hours ago'],
  [3 * 24 * 60, '3 d', '3 days ago'],
  [70 * 24 * 60, '2 mo', '2 months ago'],
  [-5, 'now', 'just now'],
])('%d minutes ago reads %s', (minutes, short, spoken) =>
  expect([age(ago(minutes), NOW), spokenAge(ago(minutes), NOW)]).toEqual([short, spoken]),
);

test('sizes read as people say them', () =>
  expect([0, 999, 1234, 123_456, 2_500_000].map(sizeOf)).toEqual([
    '0 B',
    '999 B',
    '1.2 KB',
    '123 KB',
    '2.5 MB',
  ]));
