import type { Input } from '../../model/inputs/input.ts';
import { formOf } from '../../sentences/inputFaults.ts';
import { inputStep, pickStep, type Answer, type Step } from './wizard.ts';

/**
 * Asks for the value of one input.
 *
 * @param value what was said before
 * @param whyNot why a value cannot be taken, in words that follow its name; null where it can
 */
export function askInput(
  step: Step,
  { name, description, enum: allowed, pattern }: Input,
  value: string,
  whyNot: (value: string) => Promise<string | null>,
): Promise<Answer<string>> {
  const asks = `${description ?? name}${formOf({ allowed: null, pattern })}`;
  if (allowed !== null)
    return pickStep(
      step,
      asks,
      allowed.map((word) => ({ label: word, value: word })),
    );
  return inputStep(step, {
    prompt: asks,
    placeholder: name,
    value,
    whyNot: async (given) => {
      const why = await whyNot(given);
      return why === null ? null : `${name} ${why}`;
    },
  });
}
