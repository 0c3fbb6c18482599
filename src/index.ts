/**
 * Cairn without a terminal or an editor: open a repository, ask about its sessions, and drive them here or in a detached
 * runner.
 *
 * ```ts
 * const { api, commonDir, dispose } = await openWorld(folder, { env: process.env, log, onProgress });
 * for (const { session, state } of await api.list()) console.log(session, state);
 * await dispose();
 * ```
 */
export { CairnError, type ErrorCode, type ErrorDetails } from './base/cairnError.ts';
export { launch, type LaunchOptions } from './runner/launch.ts';
export { openWorld, type OpenedWorld, type WorldOptions } from './runner/openWorld.ts';
export { findRun, openRun, type Run } from './runner/run.ts';
export { fromErrorValue, isLastWord, type RunEvent } from './runner/runEvents.ts';
export { errorSentence } from './cli/output/errorSentence.ts';
export { terminalNotice } from './cli/output/terminalNotice.ts';
export { terminalWarning } from './cli/output/terminalNotice.ts';
export { saidOutcome, type SaidOutcome } from './sentences/outcomeSentence.ts';
export type { Sentence } from './sentences/errorWords.ts';
export type { CairnApi } from './session/api.ts';
export type { RestoreTarget } from './session/api/restore.ts';
export type { ResumeOptions, RunRequest, StartOptions } from './session/api/run.ts';
export type { Progress } from './session/progress.ts';
export type * from './session/results.ts';
export type * from './session/verifyResult.ts';
