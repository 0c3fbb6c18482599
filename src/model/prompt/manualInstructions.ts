import { CairnError } from '../../base/cairnError.ts';
import type { PromptInput } from './promptInput.ts';

/** Writes what a person sees who does a phase's work by hand or with a chat window: what, where, and which command comes next. */
export function manualInstructions(_input: PromptInput, _promptFile: string): string {
  throw new CairnError('internal/unexpected', { what: 'not built yet' });
}
