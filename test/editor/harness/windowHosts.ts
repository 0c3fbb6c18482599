import { cp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchChromium, type Chromium, type PageSize } from './openChromium.ts';
import { installVsix } from './installVsix.ts';
import { endExtensionHosts } from './endExtensionHosts.ts';
import { pageText } from './pageText.ts';
import { freePort, startServer, type Server } from './startServer.ts';
import { createWindowProfile, type WindowProfile } from './windowProfile.ts';

/** What a server is started with: a window that needs the same as the one before it gets the same server. */
export interface Served {
  /** False: the window asks whether the folder's authors are trusted. */
  readonly trusted: boolean;
  /** Added to the environment of the extension host; undefined takes a variable away. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folders of further extensions, as they would lie there once installed. */
  readonly installed: readonly string[];
  /** A packaged extension that is installed first. */
  readonly vsix: string | null;
}

/** An empty page, and the server for it, until they are given back. */
export interface TakenHost {
  readonly server: Server;
  readonly profile: WindowProfile;
  readonly page: Page;
  /** Ends the window with all that it started; resolves when the next one can have them. */
  giveBack(): Promise<void>;
}

/**
 * A browser and a server on one address. The browser keeps the code of the workbench between windows, for as long as the address
 * stays the same: a third of what opening a window takes. All else that a window leaves goes with it.
 */
interface Host {
  readonly chromium: Chromium;
  readonly port: number;
  serving: { readonly what: string; readonly server: Server; readonly profile: WindowProfile } | null;
  isTaken: boolean;
  /** Of the window that has it. */
  page: Page | null;
}

/** Those of this worker, which keeps its modules from file to file (`vitest.editor.config.ts`); they end with it. */
const hosts: Host[] = [];

/** Takes a host of this worker that no window has; makes one where there is none. */
export async function takeHost(served: Served, size: PageSize): Promise<TakenHost> {
  const what = JSON.stringify(served);
  const free = hosts.filter((host) => !host.isTaken && host.chromium.isOpen());
  const host = free.find(({ serving }) => serving?.what === what) ?? free[0] ?? (await addHost());
  host.isTaken = true;
  const { server, profile } = await serve(host, what, served);
  const page = await host.chromium.newPage(size, `http://${server.host}`);
  host.page = page;
  return {
    server,
    profile,
    page,
    async giveBack() {
      host.page = null;
      await page.close();
      if (!(await endExtensionHosts(server))) await stopServing(host);
      host.isTaken = false;
    },
  };
}

/** What each open window of this worker shows, and what its server said up to now. */
export const openWindows = (): Promise<readonly { shows: string; said: string }[]> =>
  Promise.all(
    hosts
      .filter(({ page }) => page !== null)
      .map(async ({ page, serving }) => ({
        shows: page === null ? '' : await pageText(page),
        said: serving?.server.log() ?? '',
      })),
  );

async function addHost(): Promise<Host> {
  const host: Host = {
    chromium: await launchChromium(),
    port: await freePort(),
    serving: null,
    isTaken: true,
    page: null,
  };
  hosts.push(host);
  return host;
}

/** The server for a window, with nothing of an earlier window in its folders. */
async function serve(host: Host, what: string, served: Served): Promise<NonNullable<Host['serving']>> {
  if (host.serving?.what === what && (await host.serving.server.answers())) {
    const { userDataDir } = host.serving.profile;
    for (const kept of ['User', 'Machine'])
      await rm(join(userDataDir, kept), { recursive: true, force: true, maxRetries: 3 });
    return host.serving;
  }
  await stopServing(host);
  const profile = await createWindowProfile();
  for (const folder of served.installed)
    await cp(folder, join(profile.extensionsDir, basename(folder)), { recursive: true });
  if (served.vsix !== null) await installVsix(served.vsix, profile);
  const { trusted, env } = served;
  const server = await startServer({ ...profile, port: host.port, trustDisabled: trusted, env });
  host.serving = { what, server, profile };
  return host.serving;
}

async function stopServing(host: Host): Promise<void> {
  await host.serving?.server.stop();
  await host.serving?.profile.remove();
  host.serving = null;
}
