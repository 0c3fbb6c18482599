import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Isolation } from '../../src/model/workflow/workflow.ts';
import { launch } from '../../src/runner/launch.ts';
import { readRunner, runFiles } from '../../src/runner/runFolder.ts';
import type { RunEvent } from '../../src/runner/runEvents.ts';
import { PLAIN_RESUME, type RunRequest } from '../../src/session/api/run.ts';
import type { Machine } from '../recovery/crashTestbed.ts';
import { DEMO, START } from '../support/session.ts';

/** A run that goes on by itself. */
export interface Begun {
  readonly pid: number;
  readonly events: string;
  readonly ended: Promise<unknown>;
}

/** Starts the session where it has no branch yet, and resumes it where it has. `dist` is where the programs are. */
export async function beginRun(machine: Machine, isolation: Isolation, dist: string): Promise<Begun> {
  const { repo, agent, folder } = machine;
  const opened = await repo.git('for-each-ref', 'refs/heads/cairn/demo');
  const request: RunRequest =
    opened === ''
      ? { verb: 'start', options: { ...START, inPlace: isolation === 'in-place' } }
      : { verb: 'resume', session: DEMO, options: PLAIN_RESUME };
  const run = await launch(request, {
    folder: repo.root,
    commonDir: join(repo.root, '.git'),
    env: { ...repo.env, TMPDIR: join(folder, 'tmp') },
    machine: { agents: agent.settings },
    program: join(dist, 'runner.cjs'),
  });
  const runner = await readRunner(run.folder);
  if (runner === null) throw new Error(`no runner in ${run.folder}`);
  const ended = (async (): Promise<void> => {
    for await (const event of run.follow()) if (event.type === 'outcome' || event.type === 'error') return;
  })();
  return { pid: runner.pid, events: runFiles(run.folder).events, ended };
}

/** Whole lines only: the last one may be cut off. */
export async function eventsOf({ events }: Begun): Promise<readonly RunEvent[]> {
  const text = await readFile(events, 'utf8').catch(() => '');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as RunEvent);
}
