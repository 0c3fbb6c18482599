import { LONGEST_TIMER_MS } from '../../base/longestTimer.ts';
import type { ModelSelector } from '../../model/chat/chat.ts';
import type { Agent, ChatModels, Processes } from '../../session/ports.ts';
import type { DefinitionOf, Naming } from '../agentsOptions.ts';
import { withLog } from '../withLog.ts';

/** A language model of the editor that this process lives in. */
type LanguageModelDefinition = Omit<DefinitionOf<'language-model'>, 'kind'> & Omit<Naming, 'version'>;

/**
 * Does a phase with a model and our own tools. Journals each turn before acting on it, so that an attempt that replaces an
 * interrupted one asks for no reply twice and repeats no call that had ended.
 */
export function languageModelAgent(
  of: LanguageModelDefinition,
  models: ChatModels,
  processes: Processes,
): Agent {
  return {
    kind: 'language-model',
    name: of.name,
    chosenBecause: of.chosenBecause,
    permissions: of.permissions,
    ...requested(of.model),
    stallMs: of.stallMs,
    // The model matters instead, and each attempt reports it.
    version: async () => null,
    async run(given) {
      if (given.signal.aborted) return { kind: 'cancelled' };
      const over = AbortSignal.timeout(Math.min(given.timeoutMs, LONGEST_TIMER_MS));
      const task = { ...given, signal: AbortSignal.any([given.signal, over]) };
      try {
        // The conversation and its tools, which no window needs that only shows sessions.
        const { attempt } = await import('./attempt.ts');
        return await withLog(task, (logged) => attempt(of, { models, processes, task: logged }));
      } catch (error) {
        if (given.signal.aborted) return { kind: 'cancelled' };
        if (over.aborted) return { kind: 'timed-out', afterMs: given.timeoutMs };
        throw error;
      }
    },
  };
}

function requested(selector: ModelSelector): { readonly requestedModel?: string } {
  const words = Object.values(selector).join('/');
  return words === '' ? {} : { requestedModel: words };
}
