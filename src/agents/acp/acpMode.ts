import type { AcpModes } from './acpMessages.ts';

/**
 * The mode to set, null where there is none to set. One that a person named must be there; of those that a preset
 * prefers, the first that this version of the agent has.
 *
 * @throws RangeError that names what the agent has
 */
export function modeToSet(
  modes: AcpModes | null,
  named: string | null,
  preferred: readonly string[],
): string | null {
  const offered = modes?.availableModes.map((mode) => mode.id) ?? [];
  if (named !== null && !offered.includes(named))
    throw new RangeError(
      offered.length === 0
        ? `it has no modes, and "${named}" is asked for`
        : `it has no mode "${named}"; it has ${offered.join(', ')}`,
    );
  return named ?? preferred.find((id) => offered.includes(id)) ?? null;
}
