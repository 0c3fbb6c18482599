import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderOf } from './workplace.mjs';

const HEADING = /^#{1,6}\s+(.+?)\s*$/;
const NOTES = /^(?:notes?|reject\w*|feedback|comments?|answers?|what (?:people|a person) said)\b/i;
const SPOKEN = /^(?:note|reject\w*|approv\w*|answer\w*)(?:\s+by\s+[^:]+)?:\s*(\S.*)$/i;
/** Bullets, quotes and bold type, which say how a remark looks and not what it is. */
const DRESS = /^[\s>*+-]+|\*\*/g;

/**
 * What people said, each remark once: from the prompt (lines below a heading such as "Notes", and
 * lines such as "Rejected by Ada: …") and from the records of approvals, where Cairn keeps the same
 * words apart from everything else: all that was said of this phase, and the yes to the plan.
 */
export async function notesIn(prompt, { phase, phaseDir, sessionDir }) {
  const own = (await approvalsIn(phaseDir)).map(comment);
  const plan = phase === 'implement' ? await approvalsIn(folderOf(sessionDir, 'plan')) : [];
  const yes = plan.filter(({ decision }) => /^appro/i.test(decision)).map(comment);
  const recorded = [...own, ...yes].filter(Boolean);
  const spoken = spokenIn(prompt).filter((line) => !recorded.some((comment) => line.includes(comment)));
  return [...new Set([...recorded, ...spoken])];
}

async function approvalsIn(phaseDir) {
  try {
    return JSON.parse(await readFile(join(phaseDir, 'phase.json'), 'utf8')).approvals ?? [];
  } catch {
    return []; // The first attempt has no record yet, and a damaged one is Cairn's business.
  }
}

function spokenIn(prompt) {
  let below = false;
  return prompt.split(/\r?\n/).flatMap((line) => {
    const heading = HEADING.exec(line)?.[1];
    if (heading !== undefined) {
      below = NOTES.test(heading);
      return [];
    }
    const bare = line.replace(DRESS, '');
    const remark = SPOKEN.exec(bare)?.[1] ?? (below ? bare : '');
    return /\p{L}/u.test(remark) ? [oneLine(remark)] : [];
  });
}

const comment = (approval) => oneLine(approval.comment ?? '');

const oneLine = (text) => text.replace(/\s+/g, ' ').trim();
