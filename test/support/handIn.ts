import type { AgentTask } from '../../src/session/ports.ts';
import type { MemoryWorld } from './memoryWorld.ts';

/** What a phase of `flowText` promises, laid where the twin of a disk has it. */
export function handIn(
  { repository }: MemoryWorld,
  { env }: Pick<AgentTask, 'env'>,
  name = 'result.md',
  text = `Result of ${env['CAIRN_PHASE']}.\n`,
): void {
  repository.disk.set(`${env['CAIRN_PHASE_DIR']}/${name}`, {
    kind: 'file',
    bytes: Buffer.from(text),
    mode: '100644',
  });
}
