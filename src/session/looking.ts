/** The use cases that only look, but for the lists: loaded with the first of them. */
export { listEffects } from './effects/readEffects.ts';
export { explainDamage } from './record/damage.ts';
export { patch, phaseDiff } from './look/phaseDiff.ts';
export { listRescues, rescueDiff } from './rescue/rescues.ts';
export { listOutputs, readAttempt } from './look/attemptOutput.ts';
export { findCheckOutput, readOutput } from './look/readOutput.ts';
export { resolveSession } from './look/resolveSession.ts';
export { readThen } from './record/sessionMove.ts';
export { listCheckpoints, sessionLog } from './look/sessionLog.ts';
export { sessionStatus } from './look/sessionStatus.ts';
export { readPacket, showPointer } from './look/showPointer.ts';
export { agentsAhead } from './look/agentsAhead.ts';
export { findWorkFile } from './look/findWorkFile.ts';
export { findAgents } from './look/findAgents.ts';
export { listTrusted, viewTrust } from './trust/trustSession.ts';
export { verifyAll, verifySession } from './look/verifySession.ts';
export { sessionPath } from './look/sessionPath.ts';
