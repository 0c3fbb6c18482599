import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import { CHECKPOINT_SCHEME, SESSIONS_VIEW } from '../contributions.ts';
import { contextKeysOf } from '../state/situation.ts';
import { viewMessage, waitingBadge } from '../state/viewMessage.ts';
import { findSession, type SessionKey } from '../state/windowState.ts';
import type { Store } from '../window/createStore.ts';
import { siblings, type Row } from './row.ts';
import { rowsBelow } from './rowsBelow.ts';
import { topRows } from './sessionRows.ts';
import { freshRow, rowsToRedraw } from './redraw.ts';
import { phaseTooltip, sessionTooltip } from './tooltip.ts';

export interface SessionsTree extends Disposable {
  readonly view: vscode.TreeView<Row>;
  /** Selects a session, or one of its phases, and opens the view. */
  show(key: SessionKey, phase?: PhaseId): Promise<void>;
}

/** The one tree: draws what the store knows. */
export function createSessionsTree(store: Store): SessionsTree {
  const all = new DisposableStore();
  const drawn = all.add(new vscode.EventEmitter<Row[] | undefined>());
  const parents = new Map<string, Row>();
  /** The row objects that VS Code holds: it recognises a row only by identity. */
  const given = new Map<string, Row>();

  const below: Below = async (row) => {
    const rows = siblings(
      row === undefined ? topRows(store.state, Date.now()) : await rowsBelow(store, row, Date.now()),
    );
    for (const child of rows) {
      // There are thousands of calls, and none is ever revealed.
      if (row !== undefined && child.subject.kind !== 'call') parents.set(child.id, row);
    }
    return rows;
  };
  const children: Below = async (row) => {
    const rows = await below(row);
    for (const child of rows)
      if (child.subject.kind === 'phase' || child.subject.kind === 'activity') given.set(child.id, child);
    return rows;
  };
  const provider: vscode.TreeDataProvider<Row> = {
    onDidChangeTreeData: drawn.event,
    getChildren: async (row) => [...(await children(row))],
    getParent: (row) => parents.get(row.id),
    getTreeItem: (row) => drawnItem(freshRow(store.state, row)),
    resolveTreeItem: (item, row) => {
      item.tooltip = tooltipOf(store, row);
      return item;
    },
  };
  const view = all.add(
    vscode.window.createTreeView(SESSIONS_VIEW, { treeDataProvider: provider, showCollapseAll: true }),
  );

  const announce = (): void => {
    const { state } = store;
    const message = viewMessage(state);
    if (message !== view.message) view.message = message;
    view.badge = waitingBadge(state) ?? undefined;
    for (const [key, value] of Object.entries(contextKeysOf(state)))
      void vscode.commands.executeCommand('setContext', key, value);
  };
  all.add(
    store.onDidChange(({ before, after }) => {
      const ids = rowsToRedraw(before, after);
      const rows = ids?.flatMap((id) => given.get(id) ?? []);
      // Rows first: VS Code passes on the first change of a view at once, and what follows, its message too, 200 ms later.
      if (rows?.length !== 0) drawn.fire(rows);
      if (ids === null) announce();
    }),
  );
  // Ages change even when nothing else does.
  const minute = setInterval(() => view.visible && drawn.fire(undefined), 60_000);
  all.add({ dispose: () => clearInterval(minute) });
  announce();

  return { view, dispose: () => all.dispose(), show: (key, phase) => showRow(view, below, key, phase) };
}

type Below = (row: Row | undefined) => Promise<readonly Row[]>;

async function showRow(
  view: vscode.TreeView<Row>,
  below: Below,
  key: SessionKey,
  phase: PhaseId | undefined,
): Promise<void> {
  const found = await sessionRowOf(below, key);
  await vscode.commands.executeCommand(`${SESSIONS_VIEW}.focus`);
  const row = (found && phase !== undefined ? await phaseRowBelow(below, found, phase) : null) ?? found;
  if (row !== undefined) await view.reveal(row, { select: true, focus: true, expand: true });
}

async function sessionRowOf(below: Below, key: SessionKey): Promise<Row | undefined> {
  const top = await below(undefined);
  const deeper = await Promise.all(top.filter((row) => row.subject.kind === 'repository').map(below));
  return [...top, ...deeper.flat()].find(
    (one) =>
      one.subject.kind === 'session' &&
      one.subject.session === key.session &&
      one.subject.repository === key.repository,
  );
}

/** A phase may be below the row of its wave. */
async function phaseRowBelow(below: Below, session: Row, phase: PhaseId): Promise<Row | undefined> {
  const rows = await below(session);
  const waves = await Promise.all(rows.filter((row) => row.subject.kind === 'wave').map(below));
  return [...rows, ...waves.flat()].find(
    ({ subject }) => subject.kind === 'phase' && subject.phase === phase,
  );
}

/** VS Code shows no row of a parent where one throws. */
function drawnItem(row: Row): vscode.TreeItem {
  try {
    return treeItem(row);
  } catch {
    return Object.assign(new vscode.TreeItem(row.label), { id: row.id });
  }
}

function treeItem(row: Row): vscode.TreeItem {
  const item = new vscode.TreeItem(row.label, OPEN[row.open]);
  item.id = row.id;
  item.description = row.description;
  item.accessibilityInformation = { label: row.spoken };
  item.contextValue = row.context;
  if ('file' in row.icon) {
    // Our own scheme keeps the file icon without the git extension's colours for the working tree.
    item.resourceUri = vscode.Uri.from({
      scheme: CHECKPOINT_SCHEME,
      path: `/${row.icon.file.replace(/^\/+/, '')}`,
    });
    item.iconPath = vscode.ThemeIcon.File;
  } else {
    item.iconPath = new vscode.ThemeIcon(
      row.icon.id,
      row.icon.color === null ? undefined : new vscode.ThemeColor(row.icon.color),
    );
  }
  if (row.click !== null) item.command = { command: row.click, title: row.label, arguments: [row] };
  return item;
}

const OPEN = {
  none: vscode.TreeItemCollapsibleState.None,
  collapsed: vscode.TreeItemCollapsibleState.Collapsed,
  expanded: vscode.TreeItemCollapsibleState.Expanded,
} as const;

function tooltipOf(store: Store, row: Row): vscode.MarkdownString | string {
  const { subject } = row;
  const now = Date.now();
  const node =
    subject.kind === 'session' || subject.kind === 'phase' ? findSession(store.state, subject) : null;
  if (node === null) return row.spoken;
  const phase =
    subject.kind === 'phase' ? node.status?.phases.find((one) => one.id === subject.phase) : undefined;
  return new vscode.MarkdownString(
    phase === undefined ? sessionTooltip(node, now) : phaseTooltip(node, phase, now),
    true,
  );
}
