import { expect, test, vi } from 'vitest';
import type { ChatModelFound } from '../../../src/session/ports.ts';
import { createChatModels } from '../../../src/vscode/languageModel/chatModels.ts';
import { failureOf } from '../../../src/vscode/languageModel/failureOf.ts';
import { modelChoices } from '../../../src/vscode/state/modelChoices.ts';

// A fork of VS Code that knows no language models.
vi.mock('vscode', () => ({
  lm: undefined,
  Uri: {},
  workspace: { getConfiguration: () => ({ get: () => ({}) }) },
}));

test('a fork of VS Code without language models has none, and nothing of it is touched', async () => {
  const models = createChatModels();
  expect([await models.list(), await models.find({}), await models.find({ vendor: 'copilot' })]).toEqual([
    [],
    null,
    null,
  ]);
});

const withCode = (code: string, message: string, cause?: Error): Error =>
  Object.assign(new Error(message, cause === undefined ? {} : { cause }), { code });

test.each([
  ['no-consent', withCode('NoPermissions', 'no')],
  ['over-quota', withCode('Blocked', 'quota')],
  ['gone', withCode('NotFound', 'which?')],
  ['refused', withCode('Unknown', 'x', withCode('content_filter', 'y'))],
  ['refused', new Error('Sorry, the response was filtered by the Responsible AI Service.')],
  ['other', withCode('Unknown', 'socket hang up')],
  ['other', 'a word'],
  ['other', null],
] as const)('an error of VS Code is a failure of kind %s', (kind, error) => {
  expect(failureOf(error).kind).toBe(kind);
});

test('an error tells its cause once', () => {
  expect(failureOf(withCode('Unknown', 'it failed', new Error('429'))).message).toBe('it failed: 429');
  expect(failureOf(withCode('Unknown', 'it failed: 429', new Error('429'))).message).toBe('it failed: 429');
});

test('the models that can be chosen, the one in use marked', () => {
  const one: ChatModelFound = {
    vendor: 'copilot',
    family: 'gpt-4o',
    id: 'a',
    name: 'GPT-4o',
    maxInputTokens: 63_800,
  };
  const other = { ...one, id: 'b', name: '$(bug) Evil\nName', family: '$(x)', maxInputTokens: 500 };
  const labels = (chosen: object): readonly string[] =>
    modelChoices([one, other], chosen).map(({ icon, label }) => `$(${icon}) ${label}`);
  expect(labels({})).toEqual(['$(check) Automatic', '$(blank) GPT-4o', '$(blank) $(bug) Evil Name']);
  expect(labels({ family: '$(x)' })).toEqual([
    '$(blank) Automatic',
    '$(blank) GPT-4o',
    '$(check) $(bug) Evil Name',
  ]);
  expect(labels({ id: 'gone' })).toEqual([
    '$(blank) Automatic',
    '$(blank) GPT-4o',
    '$(blank) $(bug) Evil Name',
  ]);
  expect(modelChoices([one, other], {}).map(({ description, selector }) => [description, selector])).toEqual([
    ['the first that VS Code offers: now GPT-4o', {}],
    ['copilot/gpt-4o · 64k tokens', { vendor: 'copilot', id: 'a' }],
    ['copilot/$(x) · 500 tokens', { vendor: 'copilot', id: 'b' }],
  ]);
});
