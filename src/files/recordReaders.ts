/** Readers of what a session's folder may hold, with the schemas behind them: loaded where there is something to read. */
export { readGivenWord } from '../model/agent/givenWord.ts';
export { readPermissionReply, readPermissionRequest } from '../model/agent/permissionRequest.ts';
export { readSteerNote } from '../model/agent/steerNote.ts';
export { readBaselineNote, readKnownChecks } from '../model/checkpoint/baselineNote.ts';
export { readJournal } from '../model/attempt/readJournal.ts';
