import { beforeEach, expect, test, vi } from 'vitest';
import type { InputBoxOptions, QuickPickItem } from 'vscode';
import type { SessionId } from '../../../src/model/names/ids.ts';
import { askInput } from '../../../src/vscode/commands/askInput.ts';
import { doubtCommands } from '../../../src/vscode/commands/permissionCommands.ts';
import type { Desk } from '../../../src/vscode/commands/desk.ts';
import { choosePhase } from '../../../src/vscode/commands/chooseSession.ts';
import { node, phase, status, summary } from '../builders.ts';

/** What VS Code takes for a link in the text of an input box. */
const LINK = /\]\(command:/;
const HOSTILE = '[release notes](command:workbench.extensions.installExtension?%22a.b%22)';

beforeEach(() => void asked.splice(0));

const { asked, box } = vi.hoisted(() => {
  // Other files of this worker have another window.
  vi.resetModules();
  const listeners: Record<string, () => unknown> = {};
  const on = (event: string) => (listener: () => unknown) => void (listeners[event] = listener);
  const input = {
    prompt: '',
    value: '',
    validationMessage: '' as string | undefined,
    onDidChangeValue: on('change'),
    onDidAccept: on('accept'),
    onDidTriggerButton: on('button'),
    onDidHide: on('hide'),
    show: () => {},
    dispose: () => {},
  };
  return { asked: [] as unknown[], box: { input, listeners } };
});

vi.mock('vscode', () => ({
  QuickInputButtons: {},
  window: {
    showInputBox: (options: unknown) => void asked.push(options),
    createInputBox: () => box.input,
    showQuickPick: async (items: Promise<readonly unknown[]>) => {
      const all = await items;
      asked.push(...all);
      return all[1];
    },
  },
}));

test('the key of a fetched effect is no link in the box that asks whether it happened', async () => {
  const subject = { kind: 'doubt', repository: '/repo', session: 's' as SessionId, key: HOSTILE } as const;
  await doubtCommands({} as Desk)['cairn.effectHappened']({ subject });
  const [{ prompt = '' }] = asked as [InputBoxOptions];
  expect(prompt).toContain('release notes');
  expect(prompt).not.toMatch(LINK);
});

test('neither what a workflow says of its inputs nor why a value cannot be taken is a link', async () => {
  const input = { name: 'ticket', description: HOSTILE, required: true, default: null, enum: null };
  const step = { title: 'Start', step: 1, totalSteps: 2 };
  const answer = askInput(step, { ...input, pattern: HOSTILE }, 'x', async () => `must be ${HOSTILE}`);
  expect(box.input.prompt).toContain('release notes');
  expect(box.input.prompt).not.toMatch(LINK);
  await box.listeners['accept']?.();
  expect(box.input.validationMessage).toContain('ticket must be');
  expect(box.input.validationMessage).not.toMatch(LINK);
  box.listeners['change']?.();
  expect(box.input.validationMessage).toBeUndefined();
  box.listeners['hide']?.();
  expect(await answer).toBe('cancelled');
});

test('the titles of phases are no icons in a list of them, which picks the very one', async () => {
  const phases = ['$(pass) done', 'a\u202eb'].map((title, n) => phase(n + 1, `p${n}`, { title }));
  const view = status(summary(), { phases });
  const none = { placeHolder: 'Which?', none: 'None.' };
  expect(await choosePhase(view, node('waiting'), null, () => true, none)).toBe(phases[1]);
  const labels = (asked as QuickPickItem[]).map(({ label }) => label);
  expect(labels).toEqual([
    expect.stringMatching(/^\$\(circle-large-outline\) 1 \$\u2060\(pass\) done$/),
    '$(circle-large-outline) 2 ab',
  ]);
});
