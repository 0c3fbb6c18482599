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

const toolLine = ({ status, kind, title, path }: Extract<AgentEvent, { type: 'tool' }>): string =>
  `${MARKS[status]} ${kind}: ${title}${path === null || title.includes(path) ? '' : ` (${path})`}`;

const planLines = ({ entries }: Extract<AgentEvent, { type: 'plan' }>): string =>
  ['Plan:', ...entries.map(({ text, status }) => `  ${status === 'completed' ? '✓' : '·'} ${text}`)].join(
    '\n',
  );

const orphansLine = ({ programs }: Extract<AgentEvent, { type: 'left-running' }>): string =>
  `Left running and ended: ${programs} ${programs === 1 ? 'program' : 'programs'}`;

/** The log's line for an event; null if the log does not show it. */
function lineOf(event: AgentEvent): string | null {
  switch (event.type) {
    case 'text':
      return event.text;
    case 'tool':
      return toolLine(event);
    case 'plan':
      return planLines(event);
    case 'mode':
      return `Mode: ${event.mode}`;
    case 'model':
      return `Model: ${event.model}`;
    case 'denied':
      return `Denied: ${event.title}`;
    case 'left-running':
      return orphansLine(event);
    // Another event has the words for it.
    case 'session-expired':
    case 'usage':
    case 'turns':
    case 'session-hint':
      return null;
  }
}
