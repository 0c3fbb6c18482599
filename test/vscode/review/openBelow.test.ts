import { beforeEach, expect, test, vi } from 'vitest';
import { documentCommands } from '../../../src/vscode/commands/documentCommands.ts';
import { reviewCommands } from '../../../src/vscode/commands/reviewCommands.ts';
import type { Desk } from '../../../src/vscode/commands/desk.ts';
import type { Row } from '../../../src/vscode/tree/row.ts';
import { commit, donePhase, KEY, node, repositoryFolder, windowOf } from '../builders.ts';

const { opened } = vi.hoisted(() => {
  // Other files of this worker have another window.
  vi.resetModules();
  return { opened: [] as string[] };
});

vi.mock('vscode', () => {
  const uri = (of: { scheme: string; path: string; query?: string }): object => ({
    ...of,
    with: () => uri(of),
  });
  return {
    Uri: {
      file: (path: string) => uri({ scheme: 'file', path }),
      from: uri,
      joinPath: ({ path }: { path: string }, more: string) =>
        uri({ scheme: 'file', path: `${path}/${more}` }),
    },
    commands: {
      executeCommand: async (_: string, { scheme, path }: { scheme: string; path: string }) =>
        void opened.push(`${scheme}:${path}`),
    },
    workspace: { fs: { stat: async () => ({}) } },
    window: {
      showInformationMessage: async () => {},
      withProgress: (_: unknown, act: () => unknown) => act(),
    },
  };
});

beforeEach(() => void opened.splice(0));

const phase = donePhase(1, 'plan');
const of = node('running', { status: { phases: [phase], worktree: '/repo.worktrees/x' } });
const at = { repository: KEY, session: of.summary.session, phase: phase.id };

/** A window in which the session has these files in its working tree; all others are links, or behind one. */
const deskWith = (...files: readonly string[]): Desk => {
  const api = {
    status: async () => of.status,
    workFile: async (_: string, path: string) => (files.includes(path) ? `/w/${path}` : null),
  };
  const store = {
    state: windowOf(repositoryFolder([of])),
    look: async () => {},
    refresh: async () => {},
    repository: () => ({ key: KEY, root: '/repo', api }),
  };
  return { store } as unknown as Desk;
};

test.each([
  ['a file', ['a.md'], 'file:/w/a.md'],
  ['a link', [], expect.stringMatching(/^cairn:/)],
])(
  'an artifact that is %s in the working tree is opened there, else as its checkpoint has it',
  async (_, files, uri) => {
    const row = { subject: { ...at, kind: 'artifact', path: 'a.md' } } as Row;
    await documentCommands(deskWith(...files))['cairn.openArtifact'](row);
    expect(opened).toEqual([uri]);
  },
);

test('a changed file that is a link in the working tree is not followed', async () => {
  const change = {
    path: 'a.md',
    change: 'added',
    from: commit(1),
    to: null,
    root: '/repo.worktrees/x',
  } as const;
  const row = { subject: { ...at, kind: 'change', ...change } } as Row;
  await reviewCommands(deskWith())['cairn.openChangedFile'](row);
  expect(opened).toEqual([]);
  await reviewCommands(deskWith('a.md'))['cairn.openChangedFile'](row);
  expect(opened).toEqual(['file:/w/a.md']);
});
