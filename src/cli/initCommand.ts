import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CairnError } from '../base/cairnError.ts';
import { workflowFilePath } from '../model/places.ts';
import { SAMPLE_WORKFLOW, SAMPLE_WORKFLOW_NAME as NAME } from '../model/sampleWorkflow.ts';
import type { Command } from './command.ts';
import { nextSteps } from './nextSteps.ts';

export const initCommand: Command = {
  name: 'init',
  group: 'Begin',
  words: [],
  options: [],
  does: 'write a commented sample workflow',
  examples: [['cairn init', 'writes .cairn/workflows/feature.yaml, unless it is there']],
  async run(context) {
    const { style, width, command } = context;
    const root = await context.root();
    const path = workflowFilePath(NAME);
    const created = await writeNew(join(root, path));
    const steps = nextSteps(
      [[command('start', NAME, '--request', '"…"'), 'run it, once it says what you want']],
      style,
      width,
    );
    const said = created
      ? `${style.good('✓')} Wrote ${path}: four phases with comments; change them as you like.`
      : `${path} is there already and was left as it is.`;
    return {
      exit: 0,
      json: { workflow: NAME, file: join(root, path), created },
      text: `${said}\n\n${steps}`,
    };
  },
};

/** False: there is such a file, and it stays what it is. */
async function writeNew(file: string): Promise<boolean> {
  try {
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, SAMPLE_WORKFLOW, { flag: 'wx' });
    return true;
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    if (code === 'EEXIST') return false;
    throw new CairnError('machine/cannot-write', { path: file, why: code }, { cause });
  }
}
