import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { installChromium } from './installChromium.ts';

const QUIET = [
  '--no-sandbox', // Root, as CI often is, cannot have the sandbox; all pages come from this machine.
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // All windows of one origin in one process, as long as a page of it is open: it keeps what it compiled.
  '--process-per-site',
  // That code is waited for, not compiled anew while it is being read.
  '--disable-features=BackgroundResourceFetch',
  // A workbench makes a lot of garbage while it starts; collecting it in small pieces takes longer.
  '--js-flags=--min-semi-space-size=32',
];

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** A browser without windows. It ends with this process at the latest. */
export interface Chromium {
  readonly isOpen: () => boolean;
  /** An empty page that knows nothing of those before it but the code that they had from `origin`. */
  newPage(size: PageSize, origin: string): Promise<Page>;
}

export async function launchChromium(): Promise<Chromium> {
  const context = await newContext();
  let kept: { readonly origin: string; readonly page: Page } | null = null;
  return {
    isOpen: () => context.browser()?.isConnected() === true,
    async newPage(size, origin) {
      if (kept?.origin !== origin) {
        await kept?.page.close();
        kept = { origin, page: await context.newPage() };
        await kept.page.goto(`${origin}/version`);
      }
      const page = await context.newPage();
      await page.setViewportSize(size);
      const devtools = await context.newCDPSession(page);
      await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: REMEMBERED });
      await devtools.detach();
      return page;
    },
  };
}

/** What a site can store in a browser, but for its caches. */
const REMEMBERED = 'cookies,file_systems,indexeddb,local_storage,service_workers,websql';

/** Opens an empty page in a Chromium of its own with a new profile; the browser ends with this process at the latest. */
export async function openChromium(size: PageSize = { width: 1280, height: 800 }): Promise<[Browser, Page]> {
  const context = await newContext();
  const page = await context.newPage();
  await page.setViewportSize(size);
  return [context.browser()!, page];
}

async function newContext(): Promise<BrowserContext> {
  const browser = await chromium.launch({ executablePath: await installChromium(), args: QUIET });
  return browser.newContext({
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
  });
}
