import type { Page } from 'playwright-core';
import { driveWindow, type EditorWindow } from './editorWindow.ts';
import type { PageSize } from './openChromium.ts';
import { openWorkbench, waitForWorkbench } from './openWorkbench.ts';
import type { Server } from './startServer.ts';
import { waitUntil } from './waitUntil.ts';
import { takeHost } from './windowHosts.ts';
import { windowAddress } from './windowAddress.ts';
import { writeSettings, type Settings, type Theme } from './windowProfile.ts';

export interface WindowOptions {
  /** A folder, or a `.code-workspace` file. */
  readonly workspace: string;
  readonly theme: Theme;
  readonly settings?: Settings;
  /** False: the window asks whether the folder's authors are trusted. Otherwise everything is trusted, unasked. */
  readonly trusted?: boolean;
  /** The folder of an extension that is loaded from its sources. */
  readonly extensionDevelopmentPath?: string;
  /** Folders of further extensions, as they would lie there once installed. */
  readonly installed?: readonly string[];
  /** A packaged extension that is installed first. */
  readonly vsix?: string;
  readonly size?: PageSize;
  /** Added to the environment of the extension host; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export interface OpenWindow extends EditorWindow, AsyncDisposable {
  /** What the server and its extension host printed: the place to look when an extension does not start. */
  log(): string;
  /** Changes the settings while the window is open; what is not named goes back to its default. */
  configure(settings: Settings): Promise<void>;
  /** Ends it with its extension host; `await using` calls it too. */
  dispose(): Promise<void>;
}

/** Opens a window of the browser build that knows nothing of those before it. */
export async function openWindow(options: WindowOptions): Promise<OpenWindow> {
  await using opening = new AsyncDisposableStack();
  const { trusted = true, env = {}, installed = [], vsix = null, size = WIDE } = options;
  const { server, profile, page, giveBack } = await takeHost({ trusted, env, installed, vsix }, size);
  opening.defer(giveBack);
  const configure = (settings: Settings = {}): Promise<void> =>
    writeSettings(profile.userDataDir, options.theme, settings);
  await configure(options.settings);
  const before = launchedHosts(server);
  await openWorkbench(page, windowAddress(server.host, options));
  if (options.workspace.endsWith('.code-workspace')) {
    // Where the browser has not cached the file, its folders are lost when they come while the workbench makes its empty workspace:
    // seen in two of six runs. Once they are cached, the next workbench begins with them.
    await waitUntil(
      async () => launchedHosts(server) > before,
      () => 'The window started no extension host.',
    );
    for (let tries = 0; tries < MOST_RELOADS; tries += 1) {
      await page.reload();
      await waitForWorkbench(page);
      if (await hasFolders(page)) break;
    }
  }
  const open = opening.move();
  const dispose = (): Promise<void> => open.disposeAsync();
  return {
    ...driveWindow(page),
    log: () => server.log(),
    configure,
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}

const MOST_RELOADS = 6;

/** As the explorer shows them, which is open in a window that knows nothing; true where it is not. */
async function hasFolders(page: Page): Promise<boolean> {
  const explorer = page.locator('.explorer-viewlet');
  const rows = explorer.locator('.explorer-folders-view .monaco-list-row');
  const none = explorer.getByText(/not yet (?:added|opened) a folder/);
  await rows
    .or(none)
    .first()
    .waitFor({ timeout: 10_000 })
    .catch(() => {});
  return (await none.count()) === 0 || (await rows.count()) > 0;
}

const launchedHosts = (server: Server): number =>
  server.log().split('Launched Extension Host Process').length;

const WIDE: PageSize = { width: 1280, height: 800 };
