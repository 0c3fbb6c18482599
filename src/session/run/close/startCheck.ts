import { join } from 'node:path';
import { classifyCheck } from '../../../model/gate/classifyCheck.ts';
import type { CheckRecord } from '../../../model/checkpoint/phaseRecord.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { CheckRule } from '../../../model/workflow/workflow.ts';
import type { Drive } from '../../drive.ts';
import { newestPacket } from '../../record/newestPacket.ts';
import { withoutSecrets } from '../../workingTree/withoutSecrets.ts';
import { environmentOf } from '../attempt/environmentOf.ts';

/** A check that is run: `row` null before any phase; `folder`: where its output goes, as `name`. */
export interface Start extends Pick<CheckRule, 'run' | 'timeoutMs'> {
  readonly row: StatusRow | null;
  readonly folder: string;
  readonly output: string;
}

/** What it said, and whether its time was over before that. */
interface Said {
  readonly said: Omit<CheckRecord, 'name'>;
  readonly isOverTime: boolean;
}

/** Runs a command of a check in the working tree, and answers what it said. */
export async function startCheck(
  drive: Drive,
  { run, timeoutMs, row, folder, output }: Start,
  signal: AbortSignal,
): Promise<Said> {
  const { processes, clock, secrets, repository } = drive.world;
  const { path: packet } = await newestPacket(repository, drive.record);
  const files = { packet, prompt: row === null ? null : join(folder, 'prompt.md') };
  const end = await processes.run({
    command: run,
    cwd: drive.root,
    // Programs that watch files at a desk run once where nobody sits; who says otherwise is heard.
    env: { CI: 'true', ...(await environmentOf(drive, row, files)) },
    stdin: '',
    timeoutMs,
    outputFile: join(folder, output),
    signal,
    onStarted: (group) =>
      drive.state.journal(
        { type: 'process-started', at: clock.now(), what: 'check', ...group },
        { flush: true },
      ),
    onLine: (text) => drive.world.onProgress({ type: 'agent-line', text }),
  });
  signal.throwIfAborted();
  const { exitCode, ms } = end;
  const tail = await withoutSecrets(secrets, 'output.log', end.tail);
  const said = { run, ...classifyCheck(end, { timeoutMs }), exitCode, ms, tail };
  return { said, isOverTime: end.kind === 'timed-out' };
}
