/** Cairn in a program of your own: `node listSessions.ts <repository>` says how far each session is. */
import { CairnError, errorSentence, openWorld } from 'cairn';

const [folder = '.'] = process.argv.slice(2);
try {
  const { api, dispose } = await openWorld(folder, {
    env: process.env,
    log: { info() {}, warn: console.error, error: console.error },
    onProgress: () => undefined,
  });
  for (const { session, state, title } of await api.list()) console.log(session, state, title);
  await dispose();
} catch (error) {
  if (!(error instanceof CairnError)) throw error;
  console.error(errorSentence(error.code, error.details).message);
  process.exitCode = 1;
}
