import { listed } from '../base/listed.ts';
import type { Ahead, AheadCommands } from '../session/ahead.ts';
import { projectWords, type ProjectWords } from './projectWords.ts';

/** What a session is going to do, a line each. */
export interface AheadWords {
  readonly workers: string;
  readonly workflow: string;
  /** Where it works and what that is given. Null: there is nothing to say. */
  readonly copies: string | null;
  readonly setup: string | null;
  readonly checks: string;
  /** Whether the work is tested, as far as is known. */
  readonly isTested: boolean;
  /** What was left out of what was found, and why. */
  readonly doubts: readonly string[];
}

export function aheadWords({ workflow, workers, copies, setup, checks, project }: Ahead): AheadWords {
  const found = project === null ? null : projectWords(project);
  const decides = [setup?.from, checks.from].includes('project');
  return {
    workers: workersWords(workers),
    workflow: workflowWords(workflow),
    copies: copies.length === 0 ? null : `Its working tree gets a copy of your ${listed(copies, 8)}.`,
    setup: setup === null ? IN_PLACE : setupWords(setup, found),
    checks: checks.from === 'project' && found !== null ? found.checks : checkWords(checks),
    isTested:
      checks.from === 'project'
        ? project?.checks.some(({ kind }) => kind === 'test') === true
        : checks.run.length > 0,
    doubts: decides ? (found?.doubts ?? []) : [],
  };
}

const IN_PLACE = 'It works in this working tree, on the files that lie here.';

function workersWords(workers: Ahead['workers']): string {
  const [first, ...others] = workers;
  if (first === undefined || others.length > 0)
    return `At work: ${workers.map((worker) => `${called(worker)} on ${listed(worker.phases, 8)}`).join('; ')}.`;
  const why = first.because === null ? '' : ` (${first.because})`;
  return first.kind === 'manual'
    ? `You do the work yourself${why}.`
    : `${called(first)} does the work${why}.`;
}

/** What the workflow itself starts is no agent that anybody knows by its name. */
const called = ({ agent, kind, runs }: Ahead['workers'][number]): string => {
  if (kind === 'manual') return 'you';
  return runs === null ? agent : `\`${runs}\``;
};

function workflowWords({ name, file, because, phases }: Ahead['workflow']): string {
  const steps = listed(phases, 8);
  const what = file === null ? `Cairn's workflow ${name} (${steps})` : `${name} (${steps}) of ${file}`;
  return `By ${what}${WHY[because]}.`;
}

const WHY: Readonly<Record<Ahead['workflow']['because'], string>> = {
  named: '',
  config: ', as .cairn/config.yaml says',
  default: ', as nobody names another',
};

function setupWords({ run, from }: AheadCommands, found: ProjectWords | null): string | null {
  switch (from) {
    case 'project':
      return found?.setup ?? null;
    case 'said':
      return run.length === 0
        ? 'Nothing is set up, as you said.'
        : `Set up with ${run.join(', ')}, as you said.`;
    case 'workflow':
      return run.length === 0 ? null : `Set up with ${run.join(', ')}.`;
  }
}

function checkWords({ run, from }: AheadCommands): string {
  const as = from === 'said' ? ', as you said' : '';
  return run.length === 0 ? `No command checks the work${as}.` : `Checked with ${run.join(', ')}${as}.`;
}
