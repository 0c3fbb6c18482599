import { circumstances } from './circumstances.ts';
import type { PromptInput } from './promptInput.ts';
import { artifactWords, checkWords } from './ruleWords.ts';

/**
 * Builds the instructions for a person who does a phase's work by hand or with a chat window.
 *
 * They become a checkpoint's question, which may be pushed and read on another machine, so paths are relative to the working
 * tree. Whoever shows them adds where that and the prompt for a chat window are on this machine, and what happens next.
 */
export function manualInstructions(input: PromptInput): string {
  const { phase, attempt, places } = input;
  const asked = phase.prompt.trim();
  const inRoot = (path: string): string => withoutFolder(path, places.root);
  const files = input.artifacts.map(
    ({ path, rule, existed }) => `- ${inRoot(path)}${artifactWords(rule, existed)}`,
  );
  const checks = input.checks.map((check) => `- ${checkWords(check)}`);
  const parts = [
    `${phase.title ?? phase.id}: phase ${phase.number} of ${phase.of} is yours to do (attempt ${attempt}).`,
    ...(asked === '' ? [] : [asked]),
    ...circumstances(input),
    "Work in the session's working tree. When you are done, there must be:",
    [...files, ...checks].join('\n'),
    ...(input.approval === 'required' ? ['After that, somebody has to approve the result.'] : []),
    `Worth leaving for the next phase: decisions, open questions and failed approaches in ${inRoot(places.phaseDir)}/HANDOFF.md.`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function withoutFolder(path: string, folder: string): string {
  const from = path.replaceAll('\\', '/');
  const prefix = `${folder.replaceAll('\\', '/').replace(/\/$/, '')}/`;
  return from.startsWith(prefix) ? from.slice(prefix.length) : from;
}
