import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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
    const { CAIRN_PHASE: phase = '', CAIRN_PHASE_DIR: folder = '', CAIRN_REPO: root = '' } = env;
    const write = async (path: string, text: string): Promise<void> => {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    };
    if (prompt.includes('Build it.')) await write(`src/${phase}.txt`, `attempt ${env['CAIRN_ATTEMPT']}\n`);
    if (env['MAKE'] === 'all') await write('ok.txt', 'ok\n');
    const nothing = phase === 'two' && prompt.includes('Make nothing in two.') && env['MAKE'] !== 'all';
    if (!nothing) await writeFile(join(folder, 'out.md'), `# ${phase}\n\n## Result\n\nHello from ${phase}.\n`);
    return { kind: 'completed' };
  },
};
