/** The use cases that act on sessions: loaded with the first of them. */
export { cancelSession } from './decide/cancelSession.ts';
export { answer, approve, reject } from './decide/decide.ts';
export { permit, permitInWords } from './decide/permit.ts';
export { steer } from './decide/steer.ts';
export { deleteSession } from './decide/deleteSession.ts';
export { runEffect } from './effects/runEffect.ts';
export { settle } from './decide/settle.ts';
export { forkSession, previewFork } from './fork/forkSession.ts';
export { landSession } from './decide/landSession.ts';
export { planOpening } from './open/planOpening.ts';
export { whyNotInput } from './open/whyNotInput.ts';
export { rescueApply, rescueDelete } from './rescue/rescueApply.ts';
export { previewRestore, restoreSession } from './restore/restoreSession.ts';
export { resumeSession } from './resume/resumeSession.ts';
export { startSession } from './open/startSession.ts';
export { pauseSession, stopSession } from './decide/stopSession.ts';
export { refuseInsidePhase } from './drive/withDrive.ts';
export { trustCommands, withdrawTrust } from './trust/trustSession.ts';
