import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/gitRepo.ts';
import { byDepth } from '../support/thorough.ts';
import { atWork } from './agentAtWork.ts';
import { AGENT_KINDS, command } from './agentKinds.ts';
import type { AgentKind } from './agentParts.ts';
import { SENTENCES } from './agentSentences.ts';

/** Of those that are a program without a conversation, one. */
const isFew = ({ name }: AgentKind): boolean => !/^(?:codex|copilot)/.test(name);

for (const { rows, options } of byDepth(AGENT_KINDS, isFew))
  describe.each(rows)('an agent of the kind $name', options, ({ parts, ...kind }) => {
    for (const [sentence, { part, holds }] of Object.entries(SENTENCES)) {
      const make = parts[part];
      // A sentence holds of those kinds which have such an agent.
      if (make !== undefined) test(sentence, () => holds({ ...kind, make, folder: temporaryFolder }));
    }
  });

describe('an agent of the kind command', () => {
  test.each([
    ['exit 0', { kind: 'completed' }],
    ['echo first; echo; echo last', { kind: 'completed', finalText: 'first\n\nlast' }],
    ['kill -SEGV $$', { kind: 'crashed', reason: 'agent.sh was ended by SIGSEGV', exitCode: null }],
    ['test "$FROM_DEFINITION" = yes || exit 9', { kind: 'completed' }],
  ] as const)('%s', async (script, outcome) => {
    expect((await atWork(await command(script), await temporaryFolder())).outcome).toEqual(outcome);
  });
});
