import { chromium, type Browser, type Page } from 'playwright-core';
import { installChromium } from './installChromium.ts';

const QUIET = [
  '--no-sandbox', // Root, as CI often is, cannot have the sandbox; all pages come from this machine.
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Opens an empty page in a Chromium of its own with a new profile; the browser ends with this process at the latest. */
export async function openChromium(size: PageSize = { width: 1280, height: 800 }): Promise<[Browser, Page]> {
  const browser = await chromium.launch({ executablePath: await installChromium(), args: QUIET });
  const context = await browser.newContext({
    viewport: size,
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
  });
  return [browser, await context.newPage()];
}
