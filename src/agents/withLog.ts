import { counted } from '../base/listed.ts';
import { BoundedOutput } from '../process/boundedOutput.ts';
import type { AgentEvent, AgentTask } from '../session/ports.ts';

/** Runs an agent and also writes what it reports to the attempt's log. */
export async function withLog<T>(task: AgentTask, work: (task: AgentTask) => Promise<T>): Promise<T> {
  const log = new BoundedOutput(task.outputFile);
  const onEvent = (event: AgentEvent): void => {
    const line = lineOf(event);
    if (line !== null) log.write(Buffer.from(`${line}\n`));
    task.onEvent(event);
  };
  try {
    return await work({ ...task, onEvent });
  } finally {
    log.close();
  }
}

const MARKS = { started: '▸', ended: '✓', failed: '✗' } as const;

const placeOf = ({ title, path }: { readonly title: string; readonly path: string | null }): string =>
  path === null || title.includes(path) ? '' : ` (${path})`;

const planLine = ({ text, status }: { readonly text: string; readonly status: string }): string =>
  `  ${status === 'completed' ? '✓' : '·'} ${text}`;

/** The log's line for an event; null if the log does not show it. */
function lineOf(event: AgentEvent): string | null {
  switch (event.type) {
    case 'text':
      return event.text;
    case 'tool':
      return `${MARKS[event.status]} ${event.kind}: ${event.title}${placeOf(event)}`;
    case 'plan':
      return ['Plan:', ...event.entries.map(planLine)].join('\n');
    case 'mode':
      return `Mode: ${event.mode}`;
    case 'model':
      return `Model: ${event.model}`;
    case 'denied':
      return `Denied: ${event.title}`;
    case 'left-running':
      return `Left running and ended: ${counted(event.programs, 'program')}`;
    // Another event has the words for it.
    case 'session-expired':
    case 'usage':
    case 'turns':
    case 'session-hint':
      return null;
  }
}
