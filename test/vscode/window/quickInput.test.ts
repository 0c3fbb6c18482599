import { beforeEach, expect, test, vi } from 'vitest';
import type { InputBoxOptions, QuickPickItem } from 'vscode';
import type { SessionId } from '../../../src/model/names/ids.ts';
import { doubtCommands } from '../../../src/vscode/commands/permissionCommands.ts';
import type { Desk } from '../../../src/vscode/commands/desk.ts';
import { createForm } from '../../../src/vscode/window/quickInput.ts';
import { choosePhase } from '../../../src/vscode/commands/chooseSession.ts';
import { node, phase, status, summary } from '../builders.ts';

/** What VS Code takes for a link in the text of an input box. */
const LINK = /\]\(command:/;
const HOSTILE = '[release notes](command:workbench.extensions.installExtension?%22a.b%22)';

beforeEach(() => void asked.splice(0));

const { asked } = vi.hoisted(() => {
  // Other files of this worker have another window.
  vi.resetModules();
  return { asked: [] as unknown[] };
});

vi.mock('vscode', () => ({
  ThemeIcon: class {
    readonly id: string;
    constructor(id: string) {
      this.id = id;
    }
  },
  window: {
    showInputBox: (options: unknown) => void asked.push(options),
    createQuickPick: () => ({}),
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

test('nothing that a person, a workflow or a project says is an icon in the list in which a session is said', () => {
  const { picker, draw } = createForm();
  draw([{ icon: 'play', label: 'Start: $(pass) it', description: '$(error) x', detail: 'a\u202eb $(x)' }], {
    title: 'Start Session: $(pass)',
    placeholder: '$(pass)?',
  });
  expect(picker).toMatchObject({
    title: 'Start Session: $\u2060(pass)',
    placeholder: '$\u2060(pass)?',
    // In its own order, whatever matches what is typed.
    sortByLabel: false,
    items: [
      {
        iconPath: { id: 'play' },
        label: 'Start: $\u2060(pass) it',
        description: '$\u2060(error) x',
        detail: 'ab $\u2060(x)',
      },
    ],
  });
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
