/** Why what every program of a session is to run below cannot hold it. */
export interface SandboxFault {
  readonly program: string;
  /** The settings that name it. */
  readonly file: string;
  /** `agent`: a language model, which works in the editor itself. */
  readonly because: 'not-found' | 'platform' | { readonly agent: string };
}
