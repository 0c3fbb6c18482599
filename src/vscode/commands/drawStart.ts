import * as vscode from 'vscode';
import type { StartRow } from '../state/start/startRow.ts';
import { startView, type StartView } from '../state/start/startRows.ts';
import type { StartState } from '../state/start/startState.ts';
import type { createForm } from '../window/quickInput.ts';

export type StartForm = ReturnType<typeof createForm<StartRow & { readonly alwaysShow: boolean }>>;

export const FROM_FILE: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('file-text'),
  tooltip: 'Take the Request from a File',
};

/**
 * Draws a start that is being said, where it is another than the one that is drawn.
 *
 * @returns `before` null: something was typed, and what comes of that is in front
 */
export function drawStart({
  picker,
  draw,
}: StartForm): (state: StartState, before: StartState | null) => void {
  let drawn = '';
  return (state, before) => {
    const view = startView(state);
    const now = JSON.stringify([view, state.page]);
    if (now === drawn) return;
    drawn = now;
    const active = activeRow(view, before, state, picker.activeItems[0]?.of.id ?? null);
    if (picker.value !== view.value) picker.value = view.value;
    const items = draw(
      view.rows.map((row) => ({ ...row, alwaysShow: !view.isSearch })),
      view,
    );
    picker.buttons = state.page.of === 'start' ? [FROM_FILE] : [vscode.QuickInputButtons.Back];
    picker.activeItems = items.filter(({ of }) => of.id === active);
  };
}

/** The row that is in front: the one that led away from this page, what holds on another, or the one that was. */
function activeRow(
  { rows }: StartView,
  before: StartState | null,
  { page }: StartState,
  was: string | null,
): string | null {
  const first = rows[0]?.id ?? null;
  if (before === null) return first;
  if (before.page.of === page.of) return rows.some(({ id }) => id === was) ? was : first;
  if (page.of !== 'start') return rows.find(({ icon }) => icon === 'check')?.id ?? first;
  return before.page.of === 'input' ? `input ${before.page.name}` : before.page.of;
}
