interface Named {
  readonly title: string | null;
  readonly id: string;
}

export function phaseName(phase: Named): string {
  return phase.title ?? phase.id;
}

/** The same where only ids are known: of a phase that left the plan, nothing else is. */
export const phaseNames = (
  { status }: { readonly status: { readonly phases: readonly Named[] } | null },
  ids: readonly string[],
): readonly string[] =>
  ids.map((id) => phaseName(status?.phases.find((phase) => phase.id === id) ?? { id, title: null }));
