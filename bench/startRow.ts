import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { bundle } from '../scripts/bundle.ts';
import { openWindow, type OpenWindow } from '../test/editor/harness/openWindow.ts';
import { WORKFLOW } from '../test/editor/support/sayStart.ts';
import { benchRepository, type BenchRepository } from './benchRepository.ts';
import { median, ms, type BenchRow } from './row.ts';

const TIMES = 5;
const MOST_MS = 300;
/** A person reads what is there before pressing anything. */
const READS_MS = 1000;

/** How long after the last key or click of a person something of it is seen in a real window. */
export async function measureStartRow(): Promise<BenchRow[]> {
  await bundle(resolve('dist'));
  const bench = await benchRepository(2000);
  try {
    await failingWorkflow(bench);
    await using window = await openWindow({
      workspace: bench.root,
      extensionDevelopmentPath: resolve('.'),
      theme: 'light',
      size: { width: 1280, height: 900 },
    });
    await window.command('View: Show Cairn');
    await window.waitForText('No session yet');
    const starts: number[] = [];
    const resumes: number[] = [];
    const lists: number[] = [];
    // The first round loads what is loaded on first use, and does not count.
    for (let turn = 0; turn <= TIMES; turn += 1) {
      const title = `Request ${turn}`;
      lists.push(await list(window));
      starts.push(await start(window, title));
      resumes.push(await resume(window, title));
    }
    return [
      seen('*Start Session*, opened', 'until its list can be read', lists.slice(1)),
      seen('*Start Session*', 'until its row is in the tree', starts.slice(1)),
      seen('*Resume*', 'until its row says so', resumes.slice(1)),
    ];
  } finally {
    await bench.dispose();
  }
}

function seen(measure: string, at: string, times: readonly number[]): BenchRow {
  return {
    measure,
    at: `${at}; 2,000 files, real VS Code`,
    against: '',
    ratio: null,
    bar: `≤ ${MOST_MS} ms`,
    holds: median(times) <= MOST_MS,
    note: `${ms(median(times))} (${times.map((time) => time.toFixed(0)).join(', ')})`,
  };
}

/** From the palette, and back out of it: nothing is begun. */
async function list(window: OpenWindow): Promise<number> {
  const took = await watch(window, '^Workflow: ', '.quick-input-list [role=option]');
  await window.command('Cairn: Start Session…');
  const time = await took();
  await setTimeout(READS_MS);
  await window.press('Escape');
  return time;
}

async function start(window: OpenWindow, title: string): Promise<number> {
  await window.command('Cairn: Start Session…');
  await window.pick(WORKFLOW);
  await window.pick(/Bench/);
  await window.type(title);
  await window.waitForText(`Start: ${title}`);
  const took = await watch(window, `^Session ${title}, `);
  await setTimeout(READS_MS);
  await window.press('Enter');
  return took();
}

async function resume(window: OpenWindow, title: string): Promise<number> {
  await (
    await watch(window, `^Session ${title}, (?!starting|running|checking)`)
  )();
  await setTimeout(READS_MS);
  const took = await watch(window, `^Session ${title}, (?:resuming|running|checking)`);
  await window.rowAction(new RegExp(`Session ${title}, `), 'Resume Session');
  const time = await took();
  await (
    await watch(window, `^Session ${title}, (?!resuming|running|checking)`)
  )();
  return time;
}

/** Milliseconds from the last key or click before it until a row is there whose spoken words match. */
async function watch(
  window: OpenWindow,
  words: string,
  within = '.customview-tree [role=treeitem]',
): Promise<() => Promise<number>> {
  await window.page.evaluate(`(() => {
    const words = new RegExp(${JSON.stringify(words)});
    let began = performance.now();
    const begin = () => { began = performance.now(); };
    for (const kind of ['keydown', 'mousedown']) addEventListener(kind, begin, { capture: true });
    globalThis.cairnBench = new Promise((done) => {
      const look = () => {
        const rows = [...document.querySelectorAll(${JSON.stringify(within)})];
        if (!rows.some((row) => row.checkVisibility() && words.test(row.getAttribute('aria-label') ?? ''))) return;
        changes.disconnect();
        for (const kind of ['keydown', 'mousedown']) removeEventListener(kind, begin, { capture: true });
        done(performance.now() - began);
      };
      const changes = new MutationObserver(look);
      changes.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-label'] });
      look();
    });
  })()`);
  return async () => Number(await window.page.evaluate('globalThis.cairnBench'));
}

/** A workflow whose agent gives up at once, so that its session soon waits to be resumed. */
async function failingWorkflow(bench: BenchRepository): Promise<void> {
  await bench.git('config', 'user.name', 'Bench');
  await bench.git('config', 'user.email', 'bench@localhost');
  await mkdir(join(bench.root, '.cairn/workflows'), { recursive: true });
  await writeFile(
    join(bench.root, '.cairn/workflows/bench.yaml'),
    'schema: 1\nname: bench\ntitle: Bench\nagent: { kind: command, command: [sh, -c, exit 1] }\nphases:\n  - { id: one, artifacts: [one.md] }\n',
  );
  await bench.git('add', '-A');
  await bench.git('commit', '-qm', 'workflow');
}
