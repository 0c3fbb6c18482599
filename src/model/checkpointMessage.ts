import { CairnError } from '../base/cairnError.ts';
import type { Trailers } from './checkpoint.ts';

/** The trailers of a commit as found: text where the key is there, null where it is not. */
export interface TrailersGlance {
  readonly schema: number | null;
  readonly session: string | null;
  readonly seq: number | null;
  readonly kind: string | null;
  readonly state: string | null;
  readonly phase: string | null;
  readonly attempt: number | null;
  readonly next: string | null;
  readonly title: string | null;
  readonly workflow: string | null;
  readonly plan: string | null;
  readonly effects: number | null;
  readonly engine: string | null;
  readonly forkedFrom: string | null;
}

/** A commit message: `cairn: <subject>`, the body, the trailers. Whatever it is given, it reads back. */
export function renderCheckpoint(_subject: string, _body: string, _trailers: Trailers): string {
  throw new CairnError('internal/unexpected', { what: 'not built yet' });
}

/** The trailers of a checkpoint of this schema; null = not one of ours. */
export function parseTrailers(_message: string): Trailers | null {
  throw new CairnError('internal/unexpected', { what: 'not built yet' });
}

/** The same for those who only show it: newer schemas and unknown words as found; null = no `Cairn-Schema`. */
export function glanceTrailers(_message: string): TrailersGlance | null {
  throw new CairnError('internal/unexpected', { what: 'not built yet' });
}
