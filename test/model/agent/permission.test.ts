import { describe, expect, test } from 'vitest';
import {
  judgePermission,
  PERMISSION_POLICIES,
  TOOL_KINDS,
  type ToolKind,
  type Whereabouts,
} from '../../../src/model/agent/permission.ts';

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
  test.each(['ask', 'deny'] as const)('%s: nothing, whatever it is', (policy) => {
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
