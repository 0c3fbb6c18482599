import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openWorld } from '../../src/runner/openWorld.ts';
import type { CairnApi } from '../../src/session/api.ts';
import { makeFolder } from '../recovery/crashTestbed.ts';
import { gitRepo } from '../support/gitRepo.ts';
import { playedAgent } from '../support/playedAgent.ts';
import { lostSaves, startSaving, WAYS_TO_SAVE } from '../support/savers.ts';
import { chain, DEMO, flowText, START } from '../support/session.ts';
import { oneForkServer } from '../support/oneForkServer.ts';
import { oneSupervisor } from '../support/oneSupervisor.ts';
import { silentLog } from '../support/silentLog.ts';

export interface SaveSummary {
  readonly acts: number;
  readonly saves: number;
  /** Saves that are nowhere, and acts that failed. */
  readonly findings: readonly string[];
}

const LINES = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`).join('\n');
const OVER: Readonly<Record<string, string>> = {
  one: 'usual; echo one > a.txt; echo one > b.txt; echo one > gone.txt',
  two: 'usual; echo two > a.txt; rm gone.txt; sed -i.old "1s/.*/session/" shared.txt; rm shared.txt.old',
};

/**
 * So many restores, undos and landings while another process saves the files that they write, in each of the ways in which
 * editors do. Each save must be on disk, overwritten by the next, or in a rescue.
 */
export async function saveSoak(acts: number, say: (line: string) => void): Promise<SaveSummary> {
  const each = Math.max(1, Math.ceil(acts / (3 * WAYS_TO_SAVE.length)));
  const findings: string[] = [];
  let [done, saved] = [0, 0];
  for (const way of WAYS_TO_SAVE) {
    const found = await saveDuring(way, each);
    findings.push(...found.findings.map((finding) => `${way}: ${finding}`));
    done += found.acts;
    saved += found.saves;
    say(`${found.acts} acts while files are saved (${way}): ${found.findings.length} losses`);
  }
  for (const finding of findings) say(finding);
  return { acts: done, saves: saved, findings };
}

async function saveDuring(way: string, rounds: number): Promise<SaveSummary> {
  const folder = await makeFolder();
  const files = {
    'shared.txt': `${LINES}\nlast\n`,
    '.cairn/workflows/flow.yaml': flowText(chain('one', 'two')),
  };
  const repo = await gitRepo(files, { parent: folder });
  const agent = await playedAgent(join(folder, 'play'));
  for (const [phase, script] of Object.entries(OVER)) await agent.part(phase, script);
  const world = await openWorld(repo.root, {
    env: repo.env,
    log: silentLog,
    onProgress() {},
    supervisor: oneSupervisor,
    forkServer: oneForkServer,
    agents: agent.settings,
  });
  try {
    await world.api.start(START, new AbortController().signal);
    const root = await world.api.path(DEMO);
    const inTree = await startSaving(root, ['a.txt', 'b.txt', 'gone.txt'], { way, log: join(folder, 'log') });
    const head = `${LINES}\n`;
    const here = await startSaving(repo.root, ['shared.txt'], {
      way,
      pause: 25,
      head,
      log: join(folder, 'here'),
    });
    const findings = await actAll(world.api, rounds);
    const [there, mine] = [await inTree.stop(), await here.stop()];
    findings.push(
      ...(await lostSaves(repo, root, DEMO, there)),
      ...(await lostSaves(repo, repo.root, DEMO, mine)),
    );
    return { acts: 3 * rounds, saves: there.length + mine.length, findings };
  } finally {
    await world.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

/** What failed. A landing may be refused: half a file is no three-way merge. */
async function actAll(api: CairnApi, rounds: number): Promise<string[]> {
  const failed: string[] = [];
  const note =
    (what: string, refusable: RegExp | null) =>
    (error: unknown): void => {
      if (refusable?.test(String(error)) !== true) failed.push(`${what}: ${String(error)}`);
    };
  for (let round = 0; round < rounds; round += 1) {
    await api.restore(DEMO, { to: 'one' }, { dryRun: false }).catch(note('restore', null));
    await api.restore(DEMO, { undo: true }, { dryRun: false }).catch(note('undo', null));
    await api.land(DEMO, { apply: true }).catch(note('land', /land-(conflict|refused)/));
  }
  return failed;
}
