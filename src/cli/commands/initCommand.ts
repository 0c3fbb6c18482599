import { CairnError } from '../../base/cairnError.ts';
import { workflowFilePath } from '../../model/names/places.ts';
import { createSample, type Sample } from '../../files/createSample.ts';
import { SAMPLE_WORKFLOW_NAME as NAME } from '../../model/workflow/sampleWorkflow.ts';
import type { Command, Context } from './command.ts';
import { nextSteps, type NextStep } from '../output/nextSteps.ts';

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
    const { file, created, tests } = await createSample(root);
    const start: NextStep = [
      command('start', NAME, '--request', '"…"'),
      'run it, once it says what you want',
    ];
    const commit: NextStep = ['git add -A && git commit -m "First commit"', 'a session starts from a commit'];
    const steps = nextSteps((await lacksCommit(context)) ? [commit, start] : [start], style, width);
    const said = created
      ? `${style.good('✓')} Wrote ${path}: four phases with comments; change them as you like.\n${saysTests(tests, context)}`
      : `${path} is there already and was left as it is.`;
    return {
      exit: 0,
      json: { workflow: NAME, file, created, ...(created ? { tests: tests.test } : {}) },
      text: `${said}\n\n${steps}`,
    };
  },
};

/** Whether a start would be refused because there is nothing to start from. */
async function lacksCommit(context: Context): Promise<boolean> {
  if (context.json) return false;
  const nothing = { id: null, inPlace: false, base: null, withChanges: false, until: null };
  try {
    await (await context.api()).previewStart({ ...nothing, workflow: NAME, request: 'a first look' });
    return false;
  } catch (error) {
    // The start itself reports any other obstacle.
    return CairnError.is(error, 'git/no-commit');
  }
}

const saysTests = ({ test }: Sample['tests'], { style }: Context): string =>
  test === null
    ? `${style.asks('!')} No tests are run by it: package.json names none, or there is none. Put your test command below "checks:" of implement and verify.`
    : `It runs ${style.bold(test)} after implement and after verify, as package.json has it; research and plan run nothing.`;
