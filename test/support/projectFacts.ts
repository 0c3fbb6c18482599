import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILLED, findProject, READ_FILES } from '../../src/model/project/findProject.ts';
import type { Project, ProjectFacts } from '../../src/model/project/project.ts';

/** What `test/examples/projects/` has, an ecosystem each. */
export const PROJECTS = join(import.meta.dirname, '../examples/projects');

/** What is known of a root with these files. Null: one that cannot be read. `.gitignore` is taken line by line. */
export function projectFacts(files: Readonly<Record<string, string | null>>): ProjectFacts {
  const lines = (files['.gitignore'] ?? '').split('\n').map((line) => line.replaceAll(/^\/|\/$/g, ''));
  return {
    files: new Set(Object.keys(files)),
    texts: new Map(Object.entries(files).filter(([name]) => READ_FILES.includes(name))),
    ignored: new Set(FILLED.filter((path) => lines.includes(path.replace(/\/$/, '')))),
  };
}

/** The same of a folder. */
export function projectIn(folder: string): Project {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return findProject(
    projectFacts(
      Object.fromEntries(names.map(({ name }) => [name, readFileSync(join(folder, name), 'utf8')])),
    ),
  );
}

/** A project in a few words: what it is set up with, what it is checked with, what was left out. */
export const inWords = ({ setup, checks, doubts }: Project) => ({
  setup: setup.map(({ run }) => run),
  checks: checks.map(({ kind, run }) => `${kind}: ${run}`),
  doubts: doubts.map((doubt) =>
    [
      doubt.doubt,
      ...('run' in doubt ? [doubt.run] : 'names' in doubt ? [doubt.program, ...doubt.names] : [doubt.file]),
      ...('fills' in doubt ? [doubt.fills] : []),
    ].join(' '),
  ),
});
