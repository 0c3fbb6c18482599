import type { AgentOutcome } from '../model/agent/agentOutcome.ts';

export const crashed = (reason: string, exitCode: number | null = null): AgentOutcome => ({
  kind: 'crashed',
  reason,
  exitCode,
});

export const completed = (finalText: string): AgentOutcome =>
  finalText === '' ? { kind: 'completed' } : { kind: 'completed', finalText };

/** `options`: what a person can choose from; may be empty. */
export const asking = (question: string, options: readonly string[]): AgentOutcome =>
  options.length === 0 ? { kind: 'needs-input', question } : { kind: 'needs-input', question, options };

/** Adds the exit code to the outcome of a program that crashed. */
export const withExitCode = (outcome: AgentOutcome, exitCode: number | null): AgentOutcome =>
  outcome.kind === 'crashed' ? { ...outcome, exitCode } : outcome;
