import { isAbsolute, relative, resolve } from 'node:path';
import { shownLine } from '../../../model/text/oneLine.ts';
import type { AgentEvent } from '../../ports.ts';
import type { AgentPlan, AgentTool, Progress } from '../../progress.ts';

const LONGEST_LINE = 400;
const LONGEST_TITLE = 200;
const LONGEST_PATH = 1000;
const MOST_STEPS = 50;

/** Reports what an agent does to whoever watches: one bounded line each, without control characters. */
export interface WorkTeller {
  take(event: AgentEvent): void;
  /** Number of tool calls reported so far. */
  calls(): number;
}

/** @param root of the working tree, to which paths are relative */
export function tellWork(root: string, tell: (progress: Progress) => void): WorkTeller {
  const running = new Map<string, number>();
  let calls = 0;

  const numberOf = ({ id, status }: Extract<AgentEvent, { type: 'tool' }>): number => {
    const n = running.get(id) ?? (calls += 1);
    if (status === 'started') running.set(id, n);
    else running.delete(id);
    return n;
  };
  return {
    calls: () => calls,
    take(event) {
      if (event.type === 'text') {
        const text = shownLine(event.text, LONGEST_LINE);
        if (text !== '') tell({ type: 'agent-line', text });
      }
      if (event.type === 'tool') tell(toolOf(event, numberOf(event), root));
      if (event.type === 'plan') tell(planOf(event));
    },
  };
}

function toolOf(
  { title, kind, path, status }: Extract<AgentEvent, { type: 'tool' }>,
  n: number,
  root: string,
): AgentTool {
  return {
    type: 'agent-tool',
    n,
    title: shownLine(title, LONGEST_TITLE) || kind,
    kind: shownLine(kind, LONGEST_TITLE),
    path: path === null ? null : pathFrom(root, path),
    status,
  };
}

/** Leaves out a path that cannot be shown exactly: it would look like another. */
function pathFrom(root: string, path: string): string | null {
  if (path === '' || path.length > LONGEST_PATH || shownLine(path, LONGEST_PATH) !== path) return null;
  const below = relative(root, resolve(root, path));
  const outside = below === '..' || /^\.\.[\\/]/.test(below) || isAbsolute(below);
  return outside ? resolve(root, path) : below.replaceAll('\\', '/') || '.';
}

function planOf({ entries }: Extract<AgentEvent, { type: 'plan' }>): AgentPlan {
  const steps = entries.map(({ text, status }) => ({ text, status: stepStatus(status) }));
  return {
    type: 'agent-plan',
    done: steps.filter(({ status }) => status === 'done').length,
    of: steps.length,
    entries: steps
      .slice(0, MOST_STEPS)
      .map(({ text, status }) => ({ text: shownLine(text, LONGEST_TITLE) || '…', status })),
  };
}

/** The words of the protocol; an unknown one counts as not begun. */
function stepStatus(word: string): AgentPlan['entries'][number]['status'] {
  if (word === 'completed') return 'done';
  return word === 'in_progress' ? 'in-progress' : 'pending';
}
