import { whyDenied } from '../../../model/agent/denials.ts';
import { askAboutRejected, rejectedIn } from '../../../model/agent/rejected.ts';
import type { Drive } from '../../drive.ts';
import { secretsBlanked } from '../../workingTree/withoutSecrets.ts';
import type { Question } from './closePhase.ts';
import { denialsIn } from './evaluateGate.ts';
import type { Judged } from './phaseRecordOf.ts';

/**
 * What a person is asked where a gate does not hold after an attempt was denied what nobody was there to allow; null if it was denied
 * nothing like that. What a yes covers is noted on this machine, as hashes.
 */
export async function askOfRejected(
  { world, state }: Drive,
  { phase, gate, facts }: Pick<Judged, 'phase' | 'gate' | 'facts'>,
): Promise<Question | null> {
  const { lines } = await state.readJournal();
  const rejected = rejectedIn(lines, world.sha256);
  if (rejected.length === 0) return null;
  const denied = whyDenied(await denialsIn(world, lines));
  const { text, options, acts } = askAboutRejected(rejected, {
    agent: facts?.agent.name ?? 'The agent',
    phase: phase.id,
    reasons: (gate.verdict.kind === 'fails' ? gate.verdict.reasons : []).filter(
      (reason) => !denied.includes(reason),
    ),
  });
  const shown = await secretsBlanked(world.secrets, text);
  await state.rejected.ask(phase.id, world.sha256(shown), acts);
  return { about: 'permission', text: shown, options: [...options] };
}
