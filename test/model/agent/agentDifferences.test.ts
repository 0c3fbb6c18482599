import { expect, test } from 'vitest';
import { agentDifferences, type AgentIdentity } from '../../../src/model/agent/agentDifferences.ts';

const before: AgentIdentity = { kind: 'acp', name: 'gemini', version: '0.60.0', mode: 'autoEdit' };

test('[S27] the same agent with another model', () => {
  expect(agentDifferences({ ...before, model: 'small' }, { ...before, model: 'large' })).toEqual([
    'model small → large',
  ]);
});

test.each<readonly [string, Partial<AgentIdentity>, readonly string[]]>([
  ['the same agent', {}, []],
  ['[A36] a newer one', { version: '0.61.0' }, ['version 0.60.0 → 0.61.0']],
  ['[S27] one in another mode', { mode: 'plan' }, ['mode autoEdit → plan']],
  ['one that says less of itself', { version: null, kind: null }, []],
  ['one that names a model for the first time', { model: 'large' }, []],
  ['another program', { name: 'codex', version: '2.6.0', mode: 'agent' }, ['name gemini → codex']],
  ['[S27] the same name in another way', { kind: 'command', version: '1' }, ['kind acp → command']],
])('%s', (_what, now, differences) => {
  expect(agentDifferences(before, { ...before, ...now })).toEqual(differences);
});
