import { describe, expect, test } from 'vitest';
import { judgePermission, type Whereabouts } from '../../../src/model/agent/permission.ts';
import { TOOL_KINDS, type ToolKind } from '../../../src/model/agent/permissionWords.ts';
import {
  alwaysAllowed,
  PERMISSION_POLICIES,
  rulesOf,
  type Permissions,
} from '../../../src/model/agent/permissionRules.ts';

const PLACES: readonly (readonly Whereabouts[])[] = [
  [],
  ['inside'],
  ['inside', 'inside'],
  ['git'],
  ['outside'],
  ['inside', 'outside'],
  ['inside', 'git'],
];

describe('what an agent may do without asking', () => {
  test.each(['ask', 'deny', 'allow'] as const)('%s: that, whatever it is and wherever', (policy) => {
    for (const kind of TOOL_KINDS)
      for (const places of PLACES) expect(judgePermission(policy, kind, places)).toBe(policy);
  });

  const allowed = (kind: ToolKind): readonly string[] =>
    PLACES.filter((places) => judgePermission('allow-in-worktree', kind, places) === 'allow').map(String);

  test.each(['read', 'search', 'think'] as const)(
    'allow-in-worktree: %s, where nothing outside is named',
    (kind) => {
      expect(allowed(kind)).toEqual(['', 'inside', 'inside,inside']);
    },
  );

  test.each(['edit', 'delete', 'move'] as const)(
    'allow-in-worktree: %s, of files that are named and inside',
    (kind) => {
      expect(allowed(kind)).toEqual(['inside', 'inside,inside']);
    },
  );

  test.each(['execute', 'fetch', 'switch_mode', 'other'] as const)(
    'allow-in-worktree: %s is asked for, wherever',
    (kind) => {
      expect(allowed(kind)).toEqual([]);
    },
  );

  test('what is not allowed is asked, never silently denied', () => {
    const answers = TOOL_KINDS.flatMap((kind) =>
      PLACES.map((places) => judgePermission('allow-in-worktree', kind, places)),
    );
    expect(new Set(answers)).toEqual(new Set(['allow', 'ask']));
    expect(PERMISSION_POLICIES[0]).toBe('allow-in-worktree');
  });
});

const SHORT: Readonly<Record<(typeof PERMISSION_POLICIES)[number], Permissions>> = {
  'allow-in-worktree': { files: 'in-worktree', commands: { allow: [], else: 'ask' }, network: 'ask' },
  ask: { files: 'ask', commands: { allow: [], else: 'ask' }, network: 'ask' },
  deny: { files: 'deny', commands: { allow: [], else: 'deny' }, network: 'deny' },
  allow: { files: 'allow', commands: { allow: [], else: 'allow' }, network: 'allow' },
};

describe('kind by kind', () => {
  test.each(Object.entries(SHORT))('%s is short for %j', (word, long) => {
    expect(rulesOf(word as Permissions)).toEqual(rulesOf(long));
    for (const kind of TOOL_KINDS)
      for (const places of PLACES)
        expect(judgePermission(word as Permissions, kind, places)).toBe(judgePermission(long, kind, places));
  });

  test('what is left out is as under allow-in-worktree', () => {
    const usual = rulesOf('allow-in-worktree');
    expect(rulesOf({})).toEqual(usual);
    expect(rulesOf({ network: 'deny' })).toEqual({ ...usual, network: 'deny' });
    expect(rulesOf({ commands: 'deny' })).toEqual(rulesOf({ commands: { else: 'deny' } }));
    expect(rulesOf({ commands: { allow: ['npm test', 'npm run *'] } }).commands).toEqual({
      allow: [
        { words: ['npm', 'test'], more: false },
        { words: ['npm', 'run'], more: true },
      ],
      else: 'ask',
    });
  });

  test.each([
    [{ files: 'allow' }, 'edit', ['outside', 'git'], 'allow'],
    [{ files: 'deny' }, 'read', ['inside'], 'deny'],
    [{ files: 'ask', commands: 'allow' }, 'execute', [], 'allow'],
    [{ commands: { else: 'deny' } }, 'execute', ['inside'], 'deny'],
    [{ commands: 'allow' }, 'fetch', [], 'ask'],
    [{ network: 'deny' }, 'fetch', [], 'deny'],
    [{ network: 'allow', commands: 'allow' }, 'other', [], 'ask'],
    [{ network: 'allow', commands: 'allow', files: 'allow' }, 'other', [], 'allow'],
    [{ network: 'deny', commands: 'deny' }, 'switch_mode', [], 'ask'],
  ] as const)('%j: %s at %j, %s', (permissions, kind, places, answer) => {
    expect(judgePermission(permissions, kind, places)).toBe(answer);
  });

  test.each([
    ['allow-in-worktree', 'all'],
    ['ask', 'nothing'],
    ['deny', 'nothing'],
    ['allow', 'all'],
    [{ commands: 'deny' }, 'own'],
    [{ commands: 'ask' }, 'own'],
    [{ commands: { else: 'deny' } }, 'all'],
    [{ files: 'ask', commands: 'ask' }, 'nothing'],
    [{ files: 'deny', commands: 'allow' }, 'nothing'],
  ] as const)('what needs no pattern, by %j: %s', (written, always) => {
    expect(alwaysAllowed(written)).toBe(always);
  });
});
