import { listed } from '../base/listed.ts';
import type { Ahead, AheadCommands } from '../session/ahead.ts';
import { projectWords, type ProjectWords } from './projectWords.ts';

/** What a session is going to do, a line each. */
export interface AheadWords {
  readonly workers: string;
  readonly workflow: string;
  /** Null: there is nothing to say. */
  readonly setup: string | null;
  readonly checks: string;
  /** Whether the work is tested, as far as is known. */
  readonly isTested: boolean;
  /** What was left out of what was found, and why. */
  readonly doubts: readonly string[];
}

export function aheadWords({ workflow, workers, setup, checks, project }: Ahead): AheadWords {
  const found = project === null ? null : projectWords(project);
  const decides = [setup?.from, checks.from].includes('project');
  return {
    workers: workersWords(workers),
    workflow: workflowWords(workflow),
    setup: setup === null ? null : setupWords(setup, found),
    checks: checks.from === 'project' && found !== null ? found.checks : checkWords(checks),
    isTested:
      checks.from === 'project'
        ? project?.checks.some(({ kind }) => kind === 'test') === true
        : checks.run.length > 0,
    doubts: decides ? (found?.doubts ?? []) : [],
  };
}

function workersWords(workers: Ahead['workers']): string {
  const [first, ...others] = workers;
  const why = first?.because == null ? '' : ` (${first.because})`;
  if (first === undefined || others.length > 0)
    return `At work: ${workers.map(({ agent, kind, phases }) => `${kind === 'manual' ? 'you' : agent} on ${listed(phases, 8)}`).join('; ')}.`;
  return first.kind === 'manual' ? `You do the work yourself${why}.` : `${first.agent} does the work${why}.`;
}

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
