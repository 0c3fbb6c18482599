import { CairnError } from '../../base/cairnError.ts';
import { createWorkflow } from '../../files/createWorkflow.ts';
import { workflowFilePath } from '../../model/names/places.ts';
import type { Project } from '../../model/project/project.ts';
import { SHIPPED, shippedCalled, type Shipped } from '../../model/workflow/shipped/shipped.ts';
import { projectWords } from '../../sentences/projectWords.ts';
import { nextSteps, type NextStep } from '../output/nextSteps.ts';
import { phasesInWords, shippedList } from '../output/shippedList.ts';
import { wrapText } from '../output/wrapText.ts';
import type { Answer, Command, Context } from './command.ts';
import { isSet, textOf, wrong } from './typed.ts';

export const initCommand: Command = {
  name: 'init',
  group: 'Rarely',
  words: [],
  options: [
    { flags: '--from <workflow>', does: 'which of the workflows that come with Cairn (default: feature)' },
    { flags: '--list', does: 'show those workflows and their phases; write nothing' },
  ],
  does: 'write a workflow (the phases of a job) into a file, to be changed',
  more: 'No session needs that file: `cairn start` knows these workflows without it. How the project is set up and tested is read from its own files; nothing of it is run.',
  examples: [
    ['cairn init', 'writes .cairn/workflows/feature.yaml, unless it is there'],
    ['cairn init --list', 'what each workflow is for, phase by phase'],
    ['cairn init --from fix', 'writes .cairn/workflows/fix.yaml'],
  ],
  async run(context, typed) {
    if (isSet(typed, 'list')) return { exit: 0, json: Object.values(SHIPPED), text: shippedList(context) };
    return writeWorkflow(context, workflowCalled(textOf(typed, 'from')));
  },
};

function workflowCalled(name: string | null): Shipped {
  const shipped = name === null ? SHIPPED.feature : shippedCalled(name);
  if (shipped !== null) return shipped;
  throw wrong(
    '--from',
    `no workflow "${name ?? ''}" comes with Cairn; there are ${Object.keys(SHIPPED).join(', ')}`,
  );
}

async function writeWorkflow(context: Context, shipped: Shipped): Promise<Answer> {
  const { style, width, command } = context;
  const { name } = shipped;
  const root = await context.root();
  const { text, project } = await (await context.api()).shipped(name);
  const { file, created } = await createWorkflow(root, name, text);
  const path = file.endsWith('.yml')
    ? workflowFilePath(name).replace(/yaml$/, 'yml')
    : workflowFilePath(name);
  const runs = 'runs it: say between the quotes what you want';
  const isAlone = !context.json && (await nobodyWorks(context));
  const start: NextStep = [command('start', name, '"…"'), isAlone ? `then ${runs}` : runs];
  const agent: NextStep = [command('doctor', '--agents'), 'no coding agent is here: what installs one'];
  const commit: NextStep = ['git add -A && git commit -m "First commit"', 'a session starts from a commit'];
  const steps = nextSteps(
    [...((await lacksCommit(context, name)) ? [commit] : []), ...(isAlone ? [agent] : []), start],
    style,
    width,
  );
  const lines = created
    ? [
        `${style.good('✓')} Wrote ${path}: ${phasesInWords(shipped)}. It is yours to change.`,
        '',
        ...foundLines(project, context),
        `These are below "setup" and "checks" in ${path}. Change them there.`,
      ]
    : [`${path} is there already and was left as it is.`];
  const tests = project.checks.find(({ kind }) => kind === 'test')?.run ?? null;
  return {
    exit: 0,
    json: { workflow: name, file, created, ...(created ? { tests, project } : {}) },
    text: `${lines.map((line) => wrapText(line, width)).join('\n')}\n\n${steps}`,
  };
}

/** What was found out, by reading alone. */
function foundLines(project: Project, { style }: Context): readonly string[] {
  const { setup, checks, doubts } = projectWords(project);
  const hasTests = project.checks.some(({ kind }) => kind === 'test');
  return [
    'Read from the files of this repository:',
    ...(setup === null ? [] : [`${style.dim('·')} ${setup}`]),
    `${hasTests ? style.dim('·') : style.asks('!')} ${checks}`,
    ...doubts.map((doubt) => `${style.asks('!')} ${doubt}`),
  ];
}

/** Whether a start would be refused because a person would have to do the work, and nobody said that they will. */
async function nobodyWorks(context: Context): Promise<boolean> {
  // Settings that cannot be read are told by the start itself.
  const auto = await context
    .agents()
    .auto()
    .catch(() => null);
  return auto?.kind === 'manual' && !auto.chosen;
}

/** Whether a start would be refused because there is nothing to start from. */
async function lacksCommit(context: Context, workflow: string): Promise<boolean> {
  if (context.json) return false;
  const nothing = { id: null, inPlace: false, base: null, withChanges: false, until: null };
  try {
    await (await context.api()).previewStart({ ...nothing, workflow, request: 'a first look' });
    return false;
  } catch (error) {
    // The start itself reports any other obstacle.
    return CairnError.is(error, 'git/no-commit');
  }
}
