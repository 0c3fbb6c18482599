import { firstOf, lineWith, textIn, where } from '../evidence.ts';
import type { CheckKind, Ecosystem, Found, ProjectFacts } from '../project.ts';

const GEMS = 'Gemfile';
const LOCK = 'Gemfile.lock';
const RAKE = ['rakefile', 'Rakefile', 'rakefile.rb', 'Rakefile.rb'];
const RUBOCOP = '.rubocop.yml';

/** Tasks of a Rakefile that test, best first, and how one sees that they are there. */
const TASKS: readonly (readonly [task: string, signs: readonly RegExp[]])[] = [
  [
    'test',
    [
      /\bRake::TestTask\.new\s*(?:do\b|\{|$|(?:\(\s*)?:?["']?test\b)/,
      /\bMinitest::TestTask\.create\b/,
      /\bRails\.application\.load_tasks\b/,
      /^\s*task\s*(?:\(\s*)?:?["']?test\b/,
    ],
  ],
  [
    'spec',
    [
      /\bRSpec::Core::RakeTask\.new\s*(?:do\b|\{|$|(?:\(\s*)?:?["']?spec\b)/,
      /^\s*task\s*(?:\(\s*)?:?["']?spec\b/,
    ],
  ],
];

/** A Rakefile, or RSpec and RuboCop where the Gemfile names them. */
export const ruby: Ecosystem = {
  reads: [GEMS, ...RAKE],
  sees: [LOCK, RUBOCOP],
  fills: [LOCK],
  find(facts) {
    const rake = firstOf(facts, RAKE);
    const hasGems = facts.files.has(GEMS);
    if (rake === null && !hasGems) return null;
    const installs = where(facts, facts.files.has(LOCK) ? [] : [LOCK], {
      kind: 'setup',
      run: 'bundle install',
      file: facts.files.has(LOCK) ? LOCK : GEMS,
      line: 1,
      needs: 'bundle',
    });
    const test = taskOf(facts, rake) ?? rspecOf(facts);
    const lint = gemAt(facts, 'rubocop');
    const checks: Found<CheckKind>[] = [
      ...(lint === null || !facts.files.has(RUBOCOP) ? [] : [check('lint', 'rubocop', GEMS, lint)]),
      ...(test === null ? [] : [test]),
    ];
    return hasGems
      ? { setup: installs.found, doubts: installs.doubts, checks: checks.map(bundled) }
      : { checks };
  },
};

const check = (kind: CheckKind, run: string, file: string, line: number): Found<CheckKind> => ({
  kind,
  run,
  file,
  line,
  needs: run.split(' ')[0] ?? run,
});

const bundled = (found: Found<CheckKind>): Found<CheckKind> => ({
  ...found,
  run: `bundle exec ${found.run}`,
  needs: 'bundle',
});

function taskOf(facts: ProjectFacts, file: string | null): Found<CheckKind> | null {
  if (file === null) return null;
  for (const [task, signs] of TASKS) {
    const lines = signs.flatMap((sign) => lineWith(textIn(facts, file), sign) ?? []);
    const [line] = lines;
    if (line !== undefined) return check('test', `rake ${task}`, file, line);
  }
  return null;
}

const gemAt = (facts: ProjectFacts, name: string): number | null =>
  lineWith(textIn(facts, GEMS), new RegExp(`^\\s*gem\\s*(?:\\(\\s*)?["']${name}(?:-rails)?["']`));

function rspecOf(facts: ProjectFacts): Found<CheckKind> | null {
  const line = gemAt(facts, 'rspec');
  return line === null ? null : check('test', 'rspec', GEMS, line);
}
