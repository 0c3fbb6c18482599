/** What a scripted agent does in its one turn, in order. */
export type AcpStep =
  /** `$prompt`: what it was asked. `$resumed`: the session that it went on with, or `none`. */
  | { readonly say: string }
  | { readonly plan: readonly string[] }
  /** A write of a file; `asks`: only when it is permitted. */
  | {
      readonly write: { readonly path: string; readonly text: string };
      readonly asks?: boolean;
      readonly kind?: 'edit' | 'execute' | 'read';
      /** What it says that it runs for that. */
      readonly command?: string | readonly string[];
    }
  /** Removes a file and says nothing of it. */
  | { readonly remove: string }
  /** A `session/update` as it stands. */
  | { readonly update: Readonly<Record<string, unknown>> }
  /** Bytes on standard output, whatever they are. */
  | { readonly raw: string }
  /** A line on standard error. */
  | { readonly grumble: string }
  /** So many bytes of text. */
  | { readonly flood: number }
  /** A child in a session of its own. */
  | { readonly fork: true }
  | { readonly exit: number }
  | { readonly fail: { readonly code: number; readonly message: string; readonly data?: unknown } }
  /** Goes on as soon as there is such a file. */
  | { readonly until: string }
  /** Milliseconds; a cancel ends it. */
  | { readonly wait: number };

export interface AcpPart {
  readonly steps?: readonly AcpStep[];
  readonly stop?: 'end_turn' | 'max_tokens' | 'refusal';
  /** Further keys of the answer to the prompt. */
  readonly answer?: Readonly<Record<string, unknown>>;
  /** The first is where it starts. */
  readonly modes?: readonly string[];
  /** Further keys of the answer to `session/new`. */
  readonly opened?: Readonly<Record<string, unknown>>;
  readonly version?: number;
  /** A line that it prints before it speaks. */
  readonly banner?: string;
  /** Says that it can go on with a session of an earlier program, and does or refuses to. */
  readonly resumes?: true | { readonly code: number; readonly message: string };
  /** What it calls its new session. */
  readonly session?: string;
  readonly newFails?: { readonly code: number; readonly message: string };
  readonly ignoresCancel?: boolean;
  readonly ignoresEnd?: boolean;
}
