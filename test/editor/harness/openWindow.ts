import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { driveWindow, type EditorWindow } from './editorWindow.ts';
import { installVsix } from './installVsix.ts';
import { openChromium, type PageSize } from './openChromium.ts';
import { openWorkbench } from './openWorkbench.ts';
import { startServer } from './startServer.ts';
import { windowAddress } from './windowAddress.ts';
import { createWindowProfile, writeSettings, type Settings, type Theme } from './windowProfile.ts';

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
  /** Ends browser and server and removes the profile; `await using` calls it too. */
  dispose(): Promise<void>;
}

/** Opens a window of the browser build on a server, a browser and a profile of its own. */
export async function openWindow(options: WindowOptions): Promise<OpenWindow> {
  await using opening = new AsyncDisposableStack();
  const profile = await createWindowProfile(options.theme, options.settings);
  opening.defer(() => profile.remove());
  for (const folder of options.installed ?? [])
    await cp(folder, join(profile.extensionsDir, basename(folder)), { recursive: true });
  if (options.vsix) await installVsix(options.vsix, profile);
  const server = await startServer({
    ...profile,
    trustDisabled: options.trusted ?? true,
    env: options.env ?? {},
  });
  opening.defer(() => server.stop());
  const [browser, page] = await openChromium(options.size);
  opening.defer(() => browser.close());
  await openWorkbench(page, windowAddress(server.host, options));
  const open = opening.move();
  const dispose = (): Promise<void> => open.disposeAsync();
  const configure = (settings: Settings): Promise<void> =>
    writeSettings(profile.userDataDir, options.theme, settings);
  return {
    ...driveWindow(page),
    log: () => server.log(),
    configure,
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}
