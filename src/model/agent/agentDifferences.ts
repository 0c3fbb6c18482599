/** Who does the work, as far as known; unknown parts are not compared. */
export interface AgentIdentity {
  readonly kind: string | null;
  readonly name: string;
  readonly version?: string | null;
  readonly adapter?: string;
  readonly model?: string;
  readonly mode?: string;
}

const COMPARED = ['name', 'kind', 'version', 'adapter', 'model', 'mode'] as const;

/** How two agents differ in what both tell, such as `version 1.2 → 1.3`; empty if they do not. */
export function agentDifferences(before: AgentIdentity, now: AgentIdentity): readonly string[] {
  // Versions, models and modes of different programs are not comparable.
  const compared =
    before.name === now.name && same(before.kind, now.kind) ? COMPARED : (['name', 'kind'] as const);
  return compared.flatMap((key) => {
    const [was, is] = [before[key], now[key]];
    return same(was, is) ? [] : [`${key} ${String(was)} → ${String(is)}`];
  });
}

const same = (was: string | null | undefined, is: string | null | undefined): boolean =>
  was === is || was === null || was === undefined || is === null || is === undefined;
