import { listed } from '../base/listed.ts';
import type { Doubt, Found, Project } from '../model/project/project.ts';

/** What was found out about a project, for whoever is to work in it, a line each. */
export interface ProjectWords {
  /** How a new working tree is set up; null: nothing was found. */
  readonly setup: string | null;
  /** What the work is checked with, or that nothing was found. */
  readonly checks: string;
  /** What was left out, and why. */
  readonly doubts: readonly string[];
}

export function projectWords({ setup, checks, looked, doubts }: Project): ProjectWords {
  const hasTests = checks.some(({ kind }) => kind === 'test');
  const without =
    looked.length === 0 ? `No file that says so is here: ${SOUGHT}.` : `Looked at ${looked.join(', ')}.`;
  const none = `No tests of this project were found. ${without}`;
  return {
    setup: setup.length === 0 ? null : `Set up with ${commandsFrom(setup)}.`,
    checks: checks.length === 0 ? none : `Checked with ${commandsFrom(checks)}.${hasTests ? '' : ` ${none}`}`,
    doubts: doubts.map(doubtWords),
  };
}

const SOUGHT =
  'package.json, pyproject.toml or tox.ini, Cargo.toml, go.mod, build.gradle, pom.xml, a .NET solution, composer.json, Gemfile or Rakefile, CMakeLists.txt, Makefile, justfile';

/** Each command with the place that tells of it. */
const commandsFrom = (all: readonly Found[]): string =>
  all.map(({ run, ...at }) => `${run} (${placeOf(at)})`).join(', ');

/** The first line is what tells where the file itself does. */
const placeOf = ({ file, line }: Pick<Found, 'file' | 'line'>): string =>
  line > 1 ? `${file}:${line}` : file;

function doubtWords(doubt: Doubt): string {
  const at = placeOf(doubt);
  switch (doubt.doubt) {
    case 'not-ignored': {
      const { run, fills } = doubt;
      return `Left out: ${run} (${at}). It may write ${fills}, which git does not ignore, so that would become part of the work. Put ${fills} into .gitignore to have it.`;
    }
    case 'says-nothing':
      return `Left out: ${doubt.run} (${at}). It tests nothing.`;
    case 'watches':
      return `Left out: ${doubt.run} (${at}). It watches files and does not end.`;
    case 'changes-files':
      return `Left out: ${doubt.run} (${at}). It changes the files that it checks.`;
    case 'does-more':
      return `Left out: ${doubt.run} (${at}). It, or what it needs, installs, publishes, deploys or throws work away. To have it all the same, name it as a check.`;
    case 'own-name': {
      const { names, program } = doubt;
      const are = names.length === 1 ? 'may be a test' : 'may be tests';
      return `${listed(names)} (${at}) ${are}, by a name that tells nobody for certain. To have it, name it as a check: ${program} ${names[0]}.`;
    }
    case 'unreadable':
      return `Not read: ${at}. It is not a file of its kind, or too large.`;
    case 'several':
      return `Left out: there are several ${at}, and nothing says which is meant.`;
  }
}
