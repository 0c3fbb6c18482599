import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { leftBehind, untouchables, type Machine } from '../recovery/crashTestbed.ts';
import { diskOf } from '../support/diskOf.ts';
import { workIn } from '../support/session.ts';
import { outside } from './acts.ts';

/** All that a machine shows of a session and of its person, without times, as git and the disk have it. */
export interface ActSight {
  readonly refs: Readonly<Record<string, RefSight>>;
  readonly disk: Readonly<Record<string, string>>;
  /** What happened in the outside world. */
  readonly outside: string;
  readonly theirs: Readonly<Record<string, string>>;
}

export interface RefSight {
  /** Kinds and phases of a session's checkpoints; of effects, whether they are done. */
  readonly line: string;
  /** `<path> <mode> blob <id>`, sorted; of rescues only what differs from the commit below. */
  readonly work: readonly string[];
}

/** A commit never changes, and the same ones are looked at in every copy of a machine. */
const seen = new Map<string, Promise<RefSight>>();

/**
 * Looks through git and the file system alone: what Cairn would mend on its way is seen as it lies.
 *
 * Rescues go by what they were made for: an act that is done again may find less of the same work, and what is found
 * where a restore was cut off is kept apart.
 */
export async function actSight(machine: Machine): Promise<ActSight> {
  const { repo, folder } = machine;
  const format = '%(refname) %(objectname) %(trailers:key=Cairn-Rescue-For,valueonly,separator=)';
  const lines = await repo.git('for-each-ref', `--format=${format}`, 'refs/heads', 'refs/cairn');
  const refs = new Map<string, RefSight>();
  for (const each of lines.split('\n')) {
    const [ref = '', commit = '', reason = ''] = each.split(' ');
    if (reason.startsWith('restore-again@')) continue;
    const name = reason === '' ? ref : `${ref.replace(/\d+$/, '')}${reason}`;
    const { line, work } = await refSight(machine, ref, commit);
    refs.set(name, {
      line,
      work: [...new Set([...(refs.get(name)?.work ?? []), ...work])].toSorted(inOrder),
    });
  }
  const { branches, ...theirs } = await untouchables(machine);
  return {
    refs: Object.fromEntries(refs),
    disk: {
      ...(await filesBelow(repo.root)),
      ...(await filesBelow(join(folder, 'repo.worktrees'))),
      exclude: await readFile(join(repo.root, '.git/info/exclude'), 'utf8'),
      worktrees: (await namesIn(join(repo.root, '.git/worktrees'))).join(' '),
      remembered: (await namesIn(join(repo.root, '.git/cairn/demo')))
        .filter((name) => !name.startsWith('lease.') && !MAY_BE_LOST.has(name))
        .map((name) => name.replaceAll(/\d+/g, '#'))
        .join(' '),
      scratch: (await namesIn(join(repo.root, '.git/cairn')))
        .filter((name) => name.startsWith('.') && !MAY_BE_LOST.has(name))
        .join(' '),
      left: (await leftBehind(machine)).join(' '),
    },
    outside: await readFile(outside(machine), 'utf8').catch(() => ''),
    // A branch that was landed is among the refs.
    theirs: { ...theirs, branches: (branches ?? '').replaceAll(/^refs\/heads\/landed .*\n?/gm, '') },
  };
}

/** Which session was spoken to last, which was landed, what checks said of a tree: where that is lost, it is asked, or found out, once more. */
const MAY_BE_LOST = new Set(['.last-word.json', '.baselines', 'landed']);

function refSight(machine: Machine, ref: string, commit: string): Promise<RefSight> {
  const key = `${ref} ${commit}`;
  const known = seen.get(key) ?? lookAt(machine, ref, commit);
  seen.set(key, known);
  return known;
}

/** By the commit: a git that outlives its owner for a moment may be about to move or delete the ref. */
async function lookAt({ repo }: Machine, ref: string, commit: string): Promise<RefSight> {
  if (ref.endsWith('/effects')) {
    const record = JSON.parse(await repo.git('show', `${commit}:effects.json`)) as {
      readonly effects: readonly { readonly outcome: unknown }[];
    };
    return { work: [], line: record.effects.some(({ outcome }) => outcome === null) ? 'begun' : 'done' };
  }
  const below = ref.includes('/rescue/') ? await workIn(repo, `${commit}^`) : {};
  const work = Object.entries(await workIn(repo, commit))
    .filter(([path, blob]) => below[path] !== blob)
    .map(([path, blob]) => `${path} ${blob}`);
  if (!ref.startsWith('refs/heads/cairn/')) return { work, line: '' };
  const format =
    '%(trailers:key=Cairn-Kind,valueonly,separator=) %(trailers:key=Cairn-Phase,valueonly,separator=)';
  const log = await repo.git('log', '--first-parent', '--reverse', `--format=${format}`, commit);
  return { work, line: log.split('\n').join(', ') };
}

/** By path from the folder's parent; of records, which hold times, only that they are there. */
async function filesBelow(root: string): Promise<Readonly<Record<string, string>>> {
  const found = Object.entries(await diskOf(root)).map(([path, content]): readonly [string, string] => [
    join(root.endsWith('.worktrees') ? 'worktrees' : 'repo', path),
    /\/(PACKET\.md|LEDGER\.md|phase\.json|effects\.json)$/.test(path) ? 'there' : content,
  ]);
  return Object.fromEntries(found);
}

const namesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder).catch(() => [])).toSorted(inOrder);

const inOrder = (a: string, b: string): number => a.localeCompare(b);
