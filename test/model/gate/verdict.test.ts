import { describe, expect, test } from 'vitest';
import type { AgentOutcome } from '../../../src/model/agent/agentOutcome.ts';
import { type CheckEnd, classifyCheck } from '../../../src/model/gate/classifyCheck.ts';
import type { Asked } from '../../../src/model/gate/checkHolds.ts';
import { type GateFacts, gateVerdict } from '../../../src/model/gate/verdict.ts';
import type { CheckRecord } from '../../../src/model/checkpoint/phaseRecord.ts';

const check = (outcome: CheckRecord['outcome'], exitCode: number | null, why?: string): CheckRecord => ({
  name: 'npm test',
  run: 'npm test',
  outcome,
  ...(why === undefined ? {} : { why }),
  exitCode,
  ms: 5,
  tail: '',
});
const good: GateFacts = {
  agent: { kind: 'completed' },
  artifacts: [{ path: 'a.md', reasons: [] }],
  checks: [check('passed', 0)],
  rules: new Map(),
  secrets: [],
  approval: 'none',
  denials: [],
};
const fails = (reasons: readonly string[], broke = false, red: readonly CheckRecord[] = []) => ({
  kind: 'fails',
  reasons,
  broke,
  red,
});

describe('a gate', () => {
  test('holds when all that was promised is there', () => {
    expect(gateVerdict(good)).toEqual({ kind: 'holds' });
    expect(gateVerdict({ ...good, checks: [] })).toEqual({ kind: 'holds' });
    expect(gateVerdict({ ...good, artifacts: [] })).toEqual({ kind: 'holds' });
  });

  const asked = (red: Asked['red'], expect: 'pass' | 'fail' = 'pass') =>
    new Map([['npm test', { expect, red }]]);
  type Outcome = ReturnType<typeof check>['outcome'];
  const OUTCOMES: readonly Outcome[] = ['passed', 'failed', 'broke'];

  test.each<readonly [what: string, rules: GateFacts['rules'], held: readonly string[]]>([
    ['that must pass', asked('must-pass'), ['passed', 'passed→passed', 'failed→passed', 'broke→passed']],
    // Nobody can tell one failure from another; what could not be judged, then or now, excuses nothing.
    [
      'that may be as before',
      asked('as-before'),
      ['passed', 'passed→passed', 'failed→passed', 'failed→failed', 'broke→passed'],
    ],
    [
      'that a person lets be',
      asked('let-be'),
      [
        'passed',
        'passed→passed',
        'failed→passed',
        'failed→failed',
        'failed→broke',
        'broke→passed',
        'broke→failed',
        'broke→broke',
      ],
    ],
    [
      'that is to fail',
      asked('must-pass', 'fail'),
      ['failed', 'passed→failed', 'failed→failed', 'broke→failed'],
    ],
    ['of no rule', new Map(), ['passed', 'passed→passed', 'failed→passed', 'broke→passed']],
  ])('takes of a check %s these outcomes alone', (_what, rules, held) => {
    const ends = [undefined, ...OUTCOMES].flatMap((before) =>
      OUTCOMES.map((outcome) => ({ before, outcome })),
    );
    const holds = ends.filter(({ before, outcome }) => {
      const ended = { ...check(outcome, 1), ...(before === undefined ? {} : { before }) };
      return gateVerdict({ ...good, rules, checks: [ended] }).kind === 'holds';
    });
    expect(
      holds.map(({ before, outcome }) => (before === undefined ? outcome : `${before}→${outcome}`)),
    ).toEqual(held);
  });

  test('says of what was to fail that it passed', () => {
    expect(gateVerdict({ ...good, rules: asked('must-pass', 'fail') })).toEqual(
      fails(['the check "npm test" passed, and is to fail: it shows nothing that is wrong']),
    );
  });

  test.each<
    readonly [before: Outcome | undefined, now: Outcome, red: 'must-pass' | 'as-before', end: string]
  >([
    [undefined, 'failed', 'must-pass', ''],
    ['failed', 'failed', 'must-pass', '; it failed before anything was changed, too'],
    ['passed', 'failed', 'must-pass', '; before anything was changed it passed'],
    ['passed', 'failed', 'as-before', '; before anything was changed it passed'],
    ['failed', 'broke', 'as-before', '; before anything was changed it failed'],
    ['broke', 'broke', 'as-before', '; it could not be run before anything was changed, either'],
    [
      'broke',
      'failed',
      'as-before',
      '; before anything was changed it could not be run, so nobody knows whether that is new',
    ],
  ])(
    'a check that %s before and %s now, and is %s, is refused with what it said before',
    (before, now, red, end) => {
      const ended = { ...check(now, 1, 'why'), ...(before === undefined ? {} : { before }) };
      const said = now === 'failed' ? 'failed with exit code 1' : 'broke: why';
      expect(gateVerdict({ ...good, rules: asked(red), checks: [ended] })).toEqual(
        fails(
          [`the check "npm test" ${said}${end}`],
          now === 'broke',
          before === undefined || before === 'passed' ? [] : [ended],
        ),
      );
    },
  );

  test('says of what has passed since where it did', () => {
    const red: CheckRecord = { ...check('failed', 1), before: 'failed' };
    const rules = new Map([['npm test', { expect: 'pass', red: 'must-pass', passedIn: 'fix' } as const]]);
    expect(gateVerdict({ ...good, rules, checks: [red] })).toEqual(
      fails([
        'the check "npm test" failed with exit code 1; it has passed in fix, so it is not red as before',
      ]),
    );
  });

  const RED: CheckRecord = { ...check('failed', 1), before: 'failed' };
  test.each<readonly [string, Partial<GateFacts>, number]>([
    ['alone', {}, 1],
    ['with another that passed', { checks: [RED, { ...check('passed', 0), name: 'lint' }] }, 1],
    ['with another that was red', { checks: [RED, { ...RED, name: 'lint', before: 'broke' }] }, 2],
    ['beside one that worked', { checks: [RED, { ...RED, name: 'lint', before: 'passed' }] }, 0],
    ['beside one that was not run', { checks: [RED, { ...check('failed', 1), name: 'lint' }] }, 0],
    ['beside a file that is missing', { artifacts: [{ path: 'a.md', reasons: ['a.md is missing'] }] }, 0],
    ['beside a secret', { secrets: [{ path: '.env', line: 1, what: 'key' }] }, 0],
    ['of an agent that ended otherwise', { agent: { kind: 'refused', reason: 'no' } }, 0],
  ])('a check that was red before and holds it up %s may be let be by a person', (_, over, many) => {
    const verdict = gateVerdict({ ...good, checks: [RED], ...over });
    expect(verdict.kind === 'fails' && verdict.red).toHaveLength(many);
  });

  test('lets be what a person let be, also where something was denied as nobody was there', () => {
    const denials = [{ title: 'a', by: 'nobody' }];
    expect(gateVerdict({ ...good, rules: asked('let-be'), checks: [RED], denials }).kind).toBe('holds');
  });

  test('takes nothing that is red as before where the agent was denied what nobody was there to allow', () => {
    const red: CheckRecord = { ...check('failed', 1), before: 'failed' };
    const denied = (by: string) =>
      gateVerdict({ ...good, rules: asked('as-before'), checks: [red], denials: [{ title: 'a', by }] }).kind;
    expect([denied('nobody'), denied('policy'), denied('Ada')]).toEqual(['fails', 'holds', 'holds']);
  });

  test('asks for the approval only when the rest holds', () => {
    expect(gateVerdict({ ...good, approval: 'required' })).toEqual({ kind: 'needs-approval' });
    expect(gateVerdict({ ...good, approval: 'required', checks: [check('failed', 1)] })).toMatchObject({
      kind: 'fails',
    });
  });

  test('[F5] never holds where nothing was checked', () => {
    expect(gateVerdict({ ...good, artifacts: [], checks: [] })).toEqual(
      fails(['nothing was checked: the phase has neither artifacts nor checks']),
    );
    expect(gateVerdict({ ...good, artifacts: [], checks: [], approval: 'required' }).kind).toBe('fails');
  });

  test('holds whatever was denied, and where it does not, what was denied is among the reasons', () => {
    const denied = (title: string, by = 'policy') => ({ title, by });
    const denials = [
      denied('printf a'),
      denied('c', 'nobody'),
      denied('Write ../x', 'Ada'),
      denied('printf a'),
      denied('b'),
    ];
    expect(gateVerdict({ ...good, denials })).toEqual({ kind: 'holds' });
    const missing = [{ path: 'a.md', reasons: ['a.md is missing'] }];
    expect(gateVerdict({ ...good, artifacts: missing, denials })).toEqual(
      fails([
        'a.md is missing',
        expect.stringMatching(
          /^3 permissions were denied \(by policy\): `printf a`, `b`; the `permissions` of the agent/,
        ),
        '1 permission was denied, as nobody was there to be asked: `c`',
        expect.stringMatching(/^1 permission was denied \(by Ada\): `Write \.\.\/x`; a note with the resume/),
      ] as string[]),
    );
  });

  test('tells everything that does not hold', () => {
    expect(
      gateVerdict({
        ...good,
        artifacts: [{ path: 'a.md', reasons: ['a.md is missing'] }],
        checks: [check('failed', 2)],
        secrets: [{ path: '.env', line: 3, what: 'AWS key' }],
      }),
    ).toEqual(
      fails([
        'a.md is missing',
        '.env:3 holds a secret (AWS key)',
        expect.stringContaining('"cairn:allow-secret" in that line or the line before'),
        'the check "npm test" failed with exit code 2',
      ]),
    );
  });

  test('a check that broke is told apart from one that said no, with why it could not say anything', () => {
    expect(gateVerdict({ ...good, checks: [check('broke', null, 'it timed out after 2 seconds')] })).toEqual(
      fails(['the check "npm test" broke: it timed out after 2 seconds'], true),
    );
    expect(gateVerdict({ ...good, checks: [check('failed', 1), check('broke', null)] })).toMatchObject({
      broke: true,
    });
  });

  test.each<[AgentOutcome, string]>([
    [{ kind: 'needs-input', question: 'Which one?' }, 'the agent asks: Which one?'],
    [{ kind: 'refused', reason: 'no' }, 'the agent refused: no'],
    [{ kind: 'cancelled' }, 'the agent was cancelled'],
    [{ kind: 'timed-out', afterMs: 60_000 }, 'the agent was still at work after 60 s and was ended'],
    [{ kind: 'stalled', afterMs: 5000 }, 'the agent said nothing for 5 s and was ended'],
    [{ kind: 'crashed', reason: 'segfault', exitCode: 139 }, 'the agent crashed: segfault'],
    [
      { kind: 'rate-limited', retryAfterMs: null },
      'the agent was refused by its provider for too many requests',
    ],
    [{ kind: 'unauthenticated', login: 'claude /login' }, 'the agent is not signed in (claude /login)'],
  ])('does not hold when the agent ended as %j, whatever is there', (agent, reason) => {
    expect(gateVerdict({ ...good, agent })).toEqual(fails([reason]));
  });
});

type End = readonly [kind: CheckEnd['kind'], exitCode: number | null, signal: string | null];
const classified = ([kind, exitCode, signal]: End, tail = ''): ReturnType<typeof classifyCheck> =>
  classifyCheck({ kind, exitCode, signal, tail }, { timeoutMs: 600_000 });

test.each<readonly [...End, CheckRecord['outcome']]>([
  ['exited', 0, null, 'passed'],
  ['exited', 1, null, 'failed'],
  ['exited', 125, null, 'failed'],
  ['exited', 128, null, 'failed'],
])('a check that %s with %s and %s has %s', (kind, exitCode, signal, outcome) => {
  expect(classified([kind, exitCode, signal])).toEqual({ outcome });
});

test.each<readonly [...End, string]>([
  ['exited', 126, null, 'its command may not be executed (exit code 126)'],
  ['exited', 127, null, 'its command was not found (exit code 127)'],
  ['exited', 9009, null, 'its command was not found (exit code 9009)'],
  ['exited', null, null, 'it ended without an exit code'],
  ['signalled', null, 'SIGKILL', 'it was ended by the signal SIGKILL'],
  ['timed-out', null, 'SIGTERM', 'it timed out after 10 minutes'],
  ['timed-out', 0, null, 'it timed out after 10 minutes'],
  ['cancelled', null, null, 'it was cancelled'],
  ['not-started', null, null, 'it could not be started'],
])('a check that %s with %s and %s broke, and says why', (kind, exitCode, signal, why) => {
  expect(classified([kind, exitCode, signal])).toEqual({ outcome: 'broke', why });
});

test('a check that could not be started says what the system said', () => {
  expect(classified(['not-started', null, null], 'spawn nosuch ENOENT\n').why).toBe(
    'it could not be started: spawn nosuch ENOENT',
  );
});
