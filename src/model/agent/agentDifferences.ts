/** Who does the work, as far as it is known; what is not said is not compared. */
export interface AgentIdentity {
  readonly kind: string | null;
  readonly name: string;
  readonly version?: string | null;
  readonly adapter?: string;
  readonly model?: string;
  readonly mode?: string;
}

const COMPARED = ['name', 'kind', 'version', 'adapter', 'model', 'mode'] as const;

/** In what two agents differ, of what is known of both: `version 1.2 → 1.3`. Empty: in nothing. */
export function agentDifferences(before: AgentIdentity, now: AgentIdentity): readonly string[] {
  // Versions, models and modes of another program are other words for everything.
  const compared =
    before.name === now.name && same(before.kind, now.kind) ? COMPARED : (['name', 'kind'] as const);
  return compared.flatMap((key) => {
    const [was, is] = [before[key], now[key]];
    return same(was, is) ? [] : [`${key} ${String(was)} → ${String(is)}`];
  });
}

const same = (was: string | null | undefined, is: string | null | undefined): boolean =>
  was === is || was === null || was === undefined || is === null || is === undefined;
