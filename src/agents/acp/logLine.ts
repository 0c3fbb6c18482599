import type { AgentEvent } from '../../session/ports.ts';

const MARKS = { started: '▸', ended: '✓', failed: '✗' } as const;

/** An event as a line of the attempt's log; null for what is not written there. */
export function logLine(event: AgentEvent): string | null {
  switch (event.type) {
    case 'text':
      return event.text;
    case 'tool':
      return `${MARKS[event.status]} ${event.kind}: ${event.title}${event.path === null || event.title.includes(event.path) ? '' : ` (${event.path})`}`;
    case 'plan':
      return [
        'Plan:',
        ...event.entries.map(({ text, status }) => `  ${status === 'completed' ? '✓' : '·'} ${text}`),
      ].join('\n');
    case 'mode':
      return `Mode: ${event.mode}`;
    case 'left-running':
      return `Left running and ended: ${event.programs} programs`;
    case 'usage':
    case 'session-hint':
      return null;
  }
}
