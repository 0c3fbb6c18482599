import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openWindow, type OpenWindow } from '../harness/openWindow.ts';
import type { Settings } from '../harness/windowProfile.ts';
import { builtExtension } from './builtExtension.ts';
import { deskRepository, type DeskRepository } from './deskRepository.ts';

/** A window on a desk repository in which something is not committed, with the view open and no session yet. */
export interface DeskWindow extends AsyncDisposable {
  readonly desk: DeskRepository;
  readonly window: OpenWindow;
  /** What it was opened with; `robot` is the agent that they name. */
  readonly settings: Settings & { readonly 'cairn.agents': { readonly robot: unknown } };
}

/** @param over settings beside those that every window on such a repository has */
export async function deskWindow(over: Settings = {}): Promise<DeskWindow> {
  await using opening = new AsyncDisposableStack();
  const extension = builtExtension();
  opening.defer(() => extension.remove());
  const desk = await deskRepository(join(extension.path, 'dist', 'cli.cjs'));
  opening.defer(() => desk.dispose());
  await writeFile(join(desk.git.root, 'own.txt'), 'not committed\n');
  const settings = {
    'files.autoSave': 'off',
    'cairn.agents': { robot: { kind: 'command', command: desk.robot } },
    ...over,
  };
  const window = opening.use(
    await openWindow({
      workspace: desk.git.root,
      extensionDevelopmentPath: extension.path,
      theme: 'light',
      size: { width: 1280, height: 1000 },
      settings,
    }),
  );
  await window.command('View: Show Cairn');
  await window.waitForText('No session yet');
  const opened = opening.move();
  return { desk, window, settings, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
