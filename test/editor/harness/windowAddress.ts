import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface WindowContents {
  /** A folder, or a `.code-workspace` file. */
  readonly workspace: string;
  readonly extensionDevelopmentPath?: string | readonly string[] | undefined;
  /** Turns the window into a test run: its extension host loads this module and calls its `run()`. */
  readonly extensionTestsPath?: string | undefined;
}

/**
 * The address of a window of the browser build.
 *
 * An extension under development is named in the `payload`, which the workbench honours only from a server started
 * with `--enable-smoke-test-driver`.
 */
export function windowAddress(host: string, contents: WindowContents): string {
  const remote = (path: string): string => `vscode-remote://${host}${urlPath(path)}`;
  const payload = [contents.extensionDevelopmentPath ?? []]
    .flat()
    .map((path) => ['extensionDevelopmentPath', remote(path)]);
  if (contents.extensionTestsPath) payload.push(['extensionTestsPath', remote(contents.extensionTestsPath)]);
  const address = new URL(`http://${host}/`);
  const kind = contents.workspace.endsWith('.code-workspace') ? 'workspace' : 'folder';
  address.searchParams.set(kind, decodeURIComponent(urlPath(contents.workspace)));
  if (payload.length > 0) address.searchParams.set('payload', JSON.stringify(payload));
  return address.href;
}

const urlPath = (path: string): string => pathToFileURL(resolve(path)).pathname;
