import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Agent } from '../../../src/session/ports.ts';

/** Does what any phase of a golden session asks for, unless its request says that it should not. */
export const testerAgent: Agent = {
  kind: 'command',
  name: 'tester',
  chosenBecause: null,
  permissions: null,
  stallMs: null,
  version: async () => '1.0.0',
  async run({ env, prompt }) {
    const { CAIRN_PHASE: phase = '', CAIRN_PHASE_DIR: folder = '' } = env;
    const nothing = phase === 'two' && prompt.includes('Make nothing in two.') && env['MAKE'] !== 'all';
    if (!nothing) await writeFile(join(folder, 'out.md'), `# ${phase}\n\n## Result\n\nHello from ${phase}.\n`);
    return { kind: 'completed' };
  },
};
