import type { PhaseRecord } from '../model/checkpoint/phaseRecord.ts';

/** Who did the work, and how: `claude 2.1.0, mode acceptEdits, model opus`. Omits what is unknown. */
export function agentWords({ name, version, mode, model }: NonNullable<PhaseRecord['agent']>): string {
  return [
    version === null ? name : `${name} ${version}`,
    ...(mode === undefined ? [] : [`mode ${mode}`]),
    ...(model === undefined ? [] : [`model ${model}`]),
  ].join(', ');
}
