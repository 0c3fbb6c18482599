import { openChromium } from './openChromium.ts';
import { startServer } from './startServer.ts';
import { windowAddress, type WindowContents } from './windowAddress.ts';
import type { WindowProfile } from './windowProfile.ts';

export interface BrowserRun extends WindowContents, Omit<WindowProfile, 'remove'> {
  readonly extensionTestsPath: string;
  readonly trustDisabled: boolean;
  /** Milliseconds after which a window that gave no answer is given up. */
  readonly limit: number;
  readonly print: (line: string) => void;
}

/** Runs extension tests in a window of the browser build; answers with the exit code a desktop VS Code would have. */
export async function runInBrowser(run: BrowserRun): Promise<number> {
  await using opened = new AsyncDisposableStack();
  const server = await startServer(run);
  opened.defer(() => server.stop());
  const [browser, page] = await openChromium();
  opened.defer(() => browser.close());

  const { promise: exit, resolve, reject } = Promise.withResolvers<number>();
  const timer = setTimeout(() => reject(new Error(`No end of the tests within ${run.limit} ms.`)), run.limit);
  opened.defer(() => clearTimeout(timer));
  page.once('crash', () => reject(new Error('The page of the window crashed.')));
  // The workbench looks for these two when it runs extension tests: before it starts they must be there.
  await page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) =>
    run.print(args.map(String).join(' ')),
  );
  await page.exposeFunction('codeAutomationExit', (code: number) => resolve(code));
  try {
    await page.goto(windowAddress(server.host, run));
    return await exit;
  } catch (error) {
    run.print(server.log());
    throw error;
  }
}
