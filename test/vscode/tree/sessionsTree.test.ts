import { beforeEach, expect, test, vi } from 'vitest';
import type { TreeDataProvider } from 'vscode';
import type { Timestamp } from '../../../src/model/names/ids.ts';
import type { FolderState } from '../../../src/vscode/state/windowState.ts';
import type { Row } from '../../../src/vscode/tree/row.ts';
import { createSessionsTree } from '../../../src/vscode/tree/sessionsTree.ts';
import type { Store } from '../../../src/vscode/window/createStore.ts';
import { disposeAfterTest } from '../../support/disposeAfterTest.ts';
import { KEY, node, phase, repositoryFolder, windowOf } from '../builders.ts';

const { drawn } = vi.hoisted(() => {
  // Other files of this worker have another window.
  vi.resetModules();
  return { drawn: { provider: {}, view: { message: '' }, revealed: [] as Row[] } };
});

vi.mock('vscode', () => ({
  EventEmitter: class {
    event = (): void => {};
    dispose = (): void => {};
  },
  TreeItem: class {
    readonly label: string;
    constructor(label: string) {
      this.label = label;
    }
  },
  TreeItemCollapsibleState: {},
  ThemeIcon: vi.fn(),
  ThemeColor: vi.fn(),
  Uri: { from: ({ path }: { path: string }) => ({ path }) },
  commands: { executeCommand: () => {} },
  window: {
    createTreeView: (_: string, { treeDataProvider }: { treeDataProvider: object }) => {
      drawn.provider = treeDataProvider;
      const reveal = (row: Row): void => void drawn.revealed.push(row);
      return Object.assign(drawn.view, { dispose: () => {}, reveal });
    },
  },
}));

beforeEach(() => void (drawn.view.message = ''));

/** What VS Code asks of the tree over this state. */
function treeOf(state: Store['state']) {
  const tree = createSessionsTree({ state, onDidChange: () => ({ dispose: () => {} }) } as never);
  disposeAfterTest(async () => tree.dispose());
  const provider = drawn.provider as TreeDataProvider<Row>;
  const below = async (row?: Row): Promise<readonly Row[]> => (await provider.getChildren(row)) ?? [];
  return { tree, provider, below };
}

const glanced = (phases: readonly string[]): FolderState => ({
  kind: 'glanced',
  folder: '/repo',
  sessions: [
    {
      session: 's',
      glance: {
        schema: 1,
        session: 's',
        title: 'Add login',
        workflow: 'feature',
        plan: null,
        branch: null,
        isolation: null,
        base: null,
        seq: 2,
        state: 'waiting',
        next: [],
        checked: null,
        updated: '2026-11-20T10:00:00.000Z' as Timestamp,
        rows: phases.map((name) => ({
          number: null,
          phase: name,
          status: 'done',
          round: null,
          attempt: null,
          artifacts: null,
          checked: null,
          updated: null,
        })),
      },
    },
  ],
});

test('a phase that stands in STATUS.md twice has two rows, each under an id of its own', async () => {
  const { below } = treeOf({ trusted: false, folders: [glanced(['plan', 'plan', 'plan', 'plan~1'])] });
  const [session] = await below();
  const rows = await below(session);
  expect(rows.map(({ label }) => label)).toEqual(['plan', 'plan', 'plan', 'plan~1']);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(4);
  expect(await below(session)).toEqual(rows);
});

test('a file whose lines and whose mode do not merge is two rows', async () => {
  const question = {
    kind: 'question' as const,
    about: 'conflict' as const,
    text: 'a does not merge.',
    options: ['again'],
    conflict: {
      with: [],
      files: [
        { kind: 'content' as const, paths: ['a'] },
        { kind: 'mode' as const, paths: ['a'] },
      ],
    },
  };
  const asks = phase(1, 'plan', { status: 'waiting', attempt: 1 });
  const of = node('waiting', { status: { question, phases: [asks] } });
  const { below } = treeOf(windowOf(repositoryFolder([of])));
  const subject = { kind: 'phase', repository: KEY, session: of.summary.session, phase: asks.id } as const;
  const rows = (await below({ subject } as Row)).filter(({ context }) => context === 'conflict');
  expect(rows.map(({ id }) => id.split(':').slice(0, 3).join(':'))).toEqual([
    'conflict:content:a',
    'conflict:mode:a',
  ]);
});

test('a row that cannot be drawn is its label, and takes none of the others along', async () => {
  const { provider, below } = treeOf({ trusted: false, folders: [glanced([])] });
  const [session] = await below();
  expect(await provider.getTreeItem(session as Row)).toMatchObject({ contextValue: 'glance' });
  expect(await provider.getTreeItem({ ...session, icon: undefined } as never)).toEqual({
    id: session?.id,
    label: 'Add login',
  });
});

test('a phase is shown where it stands, also below its wave; one that is gone leaves the session', async () => {
  const side = [phase(1, 'plan'), phase(2, 'docs'), phase(3, 'ship', { needs: ['plan', 'docs'] as never })];
  const of = node('running', { status: { phases: side } });
  const { tree, below } = treeOf(windowOf(repositoryFolder([of])));
  await below();
  const key = { repository: KEY, session: of.summary.session };
  for (const id of ['docs', 'ship', 'gone', undefined]) await tree.show(key, id as never);
  expect(drawn.revealed.map(({ label }) => label)).toEqual(['2 docs', '3 ship', 'Add login', 'Add login']);
});
