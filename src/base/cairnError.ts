import type { ErrorCode, ErrorDetails } from './errorDetails.ts';

export type { ErrorCode, ErrorDetails, Problem } from './errorDetails.ts';

const BRAND = Symbol.for('cairn.error');

/** The one class that Cairn throws. */
export class CairnError<C extends ErrorCode = ErrorCode> extends Error {
  /** An error stays one where the bundle that made it has a class of its own. */
  readonly [BRAND] = true;
  readonly code: C;
  readonly details: ErrorDetails[C];

  constructor(code: C, details: ErrorDetails[C], options?: { readonly cause: unknown }) {
    super(`${code} ${JSON.stringify(details)}`, options);
    this.name = 'CairnError';
    this.code = code;
    this.details = details;
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && BRAND in value;
  }

  /** Narrows an unknown to an error of this code. */
  static is<K extends ErrorCode>(error: unknown, code: K): error is CairnError<K> {
    return error instanceof CairnError && error.code === code;
  }
}
