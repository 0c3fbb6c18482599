import { driveWindow, type EditorWindow } from './editorWindow.ts';
import type { PageSize } from './openChromium.ts';
import { openWorkbench } from './openWorkbench.ts';
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
  await openWorkbench(page, windowAddress(server.host, options));
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

const WIDE: PageSize = { width: 1280, height: 800 };
