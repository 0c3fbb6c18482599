import { oneLine } from '../../model/text/oneLine.ts';
import type { SessionNode } from '../state/windowState.ts';
import { row, type Row } from './row.ts';

/** Effects of which nobody knows whether they happened: a person has to look and say so. */
export function doubtRows(key: string, { summary, status }: SessionNode): readonly Row[] {
  if (status === null) return [];
  return status.doubts.map((doubt): Row => {
    const [name, command] = [oneLine(doubt.key), oneLine(doubt.command.join(' '))];
    return row({
      id: `doubt:${key}:${summary.session}:${doubt.key}`,
      label: `Did “${name}” happen?`,
      description: command,
      spoken: `In doubt: did ${name} happen? Its command was ${command}`,
      icon: { id: 'question', color: 'problemsWarningIcon.foreground' },
      context: 'doubt',
      subject: { kind: 'doubt', repository: key, session: summary.session, key: doubt.key },
    });
  });
}
