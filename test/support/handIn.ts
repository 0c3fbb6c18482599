import type { AgentTask } from '../../src/session/ports.ts';
import type { MemoryWorld } from './memoryWorld.ts';

/** What a phase of `flowText` promises, laid where the twin of a disk has it. */
export function handIn({ repository }: MemoryWorld, { env }: Pick<AgentTask, 'env'>): void {
  repository.disk.set(`${env['CAIRN_PHASE_DIR']}/result.md`, {
    kind: 'file',
    bytes: Buffer.from(`Result of ${env['CAIRN_PHASE']}.\n`),
    mode: '100644',
  });
}
