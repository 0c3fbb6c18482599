import { isObject, parseJson } from '../../../base/json.ts';
import { lookUp } from '../../../base/lookUp.ts';
import { firstOf, joined, lineWith, textIn, where } from '../evidence.ts';
import type { CheckKind, Doubt, Ecosystem, Found, ProjectFacts } from '../project.ts';
import { chooseScripts, type Names, type Script } from '../scripts.ts';

const FILE = 'composer.json';
const LOCK = 'composer.lock';
const VENDOR = 'vendor/';
const PHPUNIT = ['phpunit.xml', 'phpunit.xml.dist', 'phpunit.dist.xml'];
const PHPSTAN = ['phpstan.neon', 'phpstan.neon.dist', 'phpstan.dist.neon'];

const NAMES: Names = {
  types: ['phpstan', 'stan', 'analyse', 'analyze', 'psalm'],
  lint: ['lint', 'cs-check', 'cs:check', 'check-style'],
  test: ['test', 'tests', 'phpunit', 'pest'],
};

/** composer.json: its scripts, or PHPUnit, Pest and PHPStan where they are configured. */
export const composer: Ecosystem = {
  reads: [FILE],
  sees: [LOCK, ...PHPUNIT, ...PHPSTAN],
  fills: [VENDOR, LOCK],
  find(facts) {
    if (!facts.files.has(FILE)) return null;
    const read = parseJson(textIn(facts, FILE));
    if (!isObject(read)) return { doubts: [{ doubt: 'unreadable', file: FILE, line: 1 }] };
    const scripts = chooseScripts(NAMES, scriptsOf(read, facts), {
      file: FILE,
      needs: 'composer',
      commandOf: (name) => `composer run-script ${name}`,
    });
    const tools = toolsOf(read, facts).filter(
      ({ kind }) => !(scripts.checks ?? []).some((check) => check.kind === kind),
    );
    const checks = [...(scripts.checks ?? []), ...tools];
    const isLocked = facts.files.has(LOCK) ? [VENDOR] : [VENDOR, LOCK];
    const installs = where(facts, isLocked, {
      kind: 'setup',
      run: 'composer install --no-interaction',
      file: facts.files.has(LOCK) ? LOCK : FILE,
      line: 1,
      needs: 'composer',
    });
    const doubts: readonly Doubt[] = [...(scripts.doubts ?? []), ...installs.doubts];
    return joined([{ setup: installs.found, checks, doubts }]);
  },
};

/** A script is a line, or a list of them. */
function scriptsOf(
  read: Readonly<Record<string, unknown>>,
  facts: ProjectFacts,
): ReadonlyMap<string, Script> {
  const named = read['scripts'];
  const found = new Map<string, Script>();
  for (const name of Object.values(NAMES).flat()) {
    const script = isObject(named) ? lookUp(named, name) : undefined;
    const lines = [script].flat().filter((line) => typeof line === 'string');
    if (lines.length === 0) continue;
    const line = lineWith(textIn(facts, FILE), new RegExp(`"${name}"\\s*:`)) ?? 1;
    found.set(name, { text: lines.join('\n'), line });
  }
  return found;
}

/** What is configured, and among what the project needs. */
function toolsOf(read: Readonly<Record<string, unknown>>, facts: ProjectFacts): readonly Found<CheckKind>[] {
  const needs = (name: string): boolean =>
    ['require', 'require-dev'].some((key) => {
      const packages = read[key];
      return isObject(packages) && lookUp(packages, name) !== undefined;
    });
  const tool = (
    kind: CheckKind,
    files: readonly string[],
    name: string,
    run: string,
  ): readonly Found<CheckKind>[] => {
    const file = firstOf(facts, files);
    return file === null || !needs(name) ? [] : [{ kind, run, file, line: 1, needs: 'php' }];
  };
  const pest = tool('test', PHPUNIT, 'pestphp/pest', 'vendor/bin/pest');
  return [
    ...tool('types', PHPSTAN, 'phpstan/phpstan', 'vendor/bin/phpstan analyse'),
    ...(pest.length > 0 ? pest : tool('test', PHPUNIT, 'phpunit/phpunit', 'vendor/bin/phpunit')),
  ];
}
