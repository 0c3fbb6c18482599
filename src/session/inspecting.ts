/** The other use cases that only look, at what a session holds and whether it is sound: loaded with the first of them. */
export { listEffects } from './effects/readEffects.ts';
export { agentsAhead } from './look/agentsAhead.ts';
export { listOutputs, readAttempt } from './look/attemptOutput.ts';
export { findAgents } from './look/findAgents.ts';
export { findWorkFile } from './look/findWorkFile.ts';
export { patch, phaseDiff } from './look/phaseDiff.ts';
export { findCheckOutput, readOutput } from './look/readOutput.ts';
export { sessionConditions } from './look/sessionConditions.ts';
export { sessionLedger } from './look/sessionLedger.ts';
export { sessionPath } from './look/sessionPath.ts';
export { readResult } from './look/sessionResult.ts';
export { readPacket, showPointer } from './look/showPointer.ts';
export { verifyAll, verifySession } from './look/verifySession.ts';
export { readThen } from './record/sessionMove.ts';
export { listRescues, rescueDiff } from './rescue/rescues.ts';
export { listTrusted, viewTrust } from './trust/trustSession.ts';
