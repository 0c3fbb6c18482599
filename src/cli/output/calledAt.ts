import { called, type Naming } from './withNames.ts';

/** `<session>@<number>`, with what the session is called. */
export function calledAt(named: Pick<Naming, 'short'>, point: string): string {
  const [session = '', ...at] = point.split('@');
  return [called(named, session), ...at].join('@');
}
