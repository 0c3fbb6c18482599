import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Something this agent cannot do, in a sentence for the person who reads the output. */
export class CannotDo extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * What Cairn says about the attempt, through the environment.
 * The environment and not the prompt, because a program should not have to read prose to find a path.
 */
export function openWorkplace(env) {
  const need = (name) => {
    if (env[name]) return env[name];
    throw new CannotDo(`${name} is not set. Cairn starts this agent; try: cairn start tour --request "…"`, 2);
  };
  return {
    phase: need('CAIRN_PHASE'),
    // The real path, because that is what Node reports its test files by.
    repo: realpathSync.native(need('CAIRN_REPO')),
    phaseDir: need('CAIRN_PHASE_DIR'),
    sessionDir: need('CAIRN_SESSION_DIR'),
    request: readFileSync(need('CAIRN_REQUEST'), 'utf8').trim(),
  };
}

/** One line of progress, then a pause, so that a person who watches can follow. */
export async function say(line) {
  console.log(line);
  const pace = Number(process.env.TOUR_PACE ?? 300);
  if (pace > 0) await sleep(pace);
}

/** An artifact of this phase. Always the same bytes for the same text: LF, one at the end. */
export async function writeArtifact({ phaseDir }, name, content) {
  const whole = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
  await mkdir(phaseDir, { recursive: true });
  await writeFile(join(phaseDir, name), `${whole.trim()}\n`);
  await say(`wrote ${name}`);
}

/**
 * What this phase hands on. Cairn merges these sections into the context packet, the only thing
 * that the next phase is told about the past.
 */
export async function writeHandoff(place, { decisions, state, questions }) {
  const goal = place.request.split('\n')[0];
  const sections = {
    Goal: [goal],
    Decisions: decisions,
    'State of the work': state,
    'Open questions': questions,
  };
  // Empty sections are left out here: "None." would be carried from packet to packet as a decision.
  const filled = Object.entries(sections).filter(([, lines]) => lines.length > 0);
  await writeArtifact(place, 'HANDOFF.md', markdown('', Object.fromEntries(filled)));
}

/** `1 test`, `2 tests`. */
export const count = (n, noun) => `${n} ${noun}${n === 1 ? '' : 's'}`;

/** A Markdown page of lists; a section without lines says "None.", because silence reads as an oversight. */
export function markdown(title, sections) {
  const body = Object.entries(sections).map(([heading, lines]) => {
    const list = lines.length === 0 ? 'None.' : lines.map((line) => `- ${line}`).join('\n');
    return `## ${heading}\n\n${list}`;
  });
  return [...(title ? [`# ${title}`] : []), ...body].join('\n\n');
}

/** A phase's folder, found by name: the number before it is the phase's place in this workflow only. */
export function folderOf(sessionDir, phase) {
  const folder = readdirSync(sessionDir).find((entry) => entry.replace(/^\d+-/, '') === phase);
  return join(sessionDir, folder ?? phase);
}

/** Reads what an earlier phase left. */
export function readFromPhase({ sessionDir }, phase, name) {
  const file = join(folderOf(sessionDir, phase), name);
  if (!existsSync(file)) throw new CannotDo(`The phase "${phase}" has left no ${name} to work from.`);
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CannotDo(`${name} of the phase "${phase}" is not JSON: ${error.message}`);
  }
}
