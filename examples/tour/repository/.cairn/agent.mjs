/**
 * The agent of the tour: deterministic, no model, no network, and yet it does the work itself.
 *
 * Cairn starts it once for every attempt at a phase, in the root of the session's working tree, with
 * the whole prompt on standard input and the places it needs in the environment. What it prints is
 * what a watcher sees. It knows nothing of earlier phases but the files they left.
 *
 * Exit codes: 0 the phase's work is done, 1 it cannot be done (the last line says why), 2 called wrongly.
 */
import { text } from 'node:stream/consumers';
import { implement } from './agent/implement.mjs';
import { notesIn } from './agent/notes.mjs';
import { plan } from './agent/plan.mjs';
import { research } from './agent/research.mjs';
import { verify } from './agent/verify.mjs';
import { CannotDo, openWorkplace } from './agent/workplace.mjs';

const PHASES = { research, plan, implement, verify };

async function main() {
  const place = openWorkplace(process.env);
  const work = Object.hasOwn(PHASES, place.phase) ? PHASES[place.phase] : undefined;
  if (work === undefined) {
    throw new CannotDo(
      `I do not know a phase called "${place.phase}". I know ${Object.keys(PHASES).join(', ')}.`,
      2,
    );
  }
  const prompt = process.stdin.isTTY ? '' : await text(process.stdin);
  await work({ ...place, notes: await notesIn(prompt, place) });
}

try {
  await main();
} catch (error) {
  if (!(error instanceof CannotDo)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
