import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { styleText } from 'node:util';

const SESSION = 'failing-test';
const REQUEST = 'Make the failing test pass';
const APPROVAL = 'Approved by npm start, for whoever watches';

export interface Tour {
  /** The built command line. */
  readonly cli: string;
  /** The sample repository, to be copied. */
  readonly sample: string;
  /** Where the copy goes; must not exist. */
  readonly folder: string;
}

/**
 * Makes the sample repository and runs one session in it from its beginning to its end, in this terminal and with
 * the commands that a person would type. Throws when any of them ends otherwise than it should.
 */
export function runTour({ cli, sample, folder }: Tour): void {
  const cairn = (expected: number, ...words: readonly string[]): void => {
    const shown = words.map((word) => (/^[\w-]+$/.test(word) ? word : `"${word}"`)).join(' ');
    console.log(`${styleText('dim', '$')} ${styleText('bold', `cairn ${shown}`)}`);
    run(process.execPath, [cli, ...words], folder, expected);
    console.log('');
  };

  step('The sample', 'A small library whose test suite has one failing test on purpose.');
  makeRepository(sample, folder);
  console.log(`  ${folder}\n`);

  step(
    'A session',
    'Four phases; after each one, artifacts and checks are looked at and one commit is published.',
  );
  cairn(3, 'start', 'tour', '--request', REQUEST, '--id', SESSION);

  step(
    'Your word',
    'The plan waits for a person. You would read it now (cairn diff plan); this tour approves for you.',
  );
  // At a terminal it would go on by itself; this way it reads the same everywhere.
  cairn(0, 'approve', '--stay', '-m', APPROVAL);
  cairn(0, 'resume');

  step(
    'What came of it',
    'The diff of a phase, and the history: each line is a commit on the branch of the session.',
  );
  cairn(0, 'diff', SESSION, 'implement');
  cairn(0, 'log', SESSION);
}

/** A repository with one commit, on a machine on which nobody ever configured git. */
function makeRepository(sample: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  cpSync(sample, folder, { recursive: true });
  const person = [
    '-c',
    'user.name=Cairn tour',
    '-c',
    'user.email=tour@example.invalid',
    '-c',
    'commit.gpgsign=false',
  ];
  run('git', ['init', '--quiet', '--initial-branch=main'], folder, 0);
  run('git', ['add', '--all'], folder, 0);
  run(
    'git',
    [...person, 'commit', '--quiet', '--no-verify', '-m', 'A footpath library with one failing test'],
    folder,
    0,
  );
}

function run(program: string, args: readonly string[], cwd: string, expected: number): void {
  const { status, error } = spawnSync(program, [...args], { cwd, stdio: 'inherit' });
  if (error !== undefined) throw new Error(`${program} could not be started`, { cause: error });
  if (status !== expected)
    throw new Error(`${program} ${args.join(' ')} ended with ${status}, not ${expected}`);
}

function step(title: string, text: string): void {
  console.log(`${styleText('cyan', '▲')} ${styleText('bold', title)}\n  ${styleText('dim', text)}\n`);
}
