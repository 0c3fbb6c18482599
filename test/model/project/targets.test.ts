import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findProject } from '../../../src/model/project/findProject.ts';
import { projectWords } from '../../../src/sentences/projectWords.ts';
import { inWords, projectFacts } from '../../support/projectFacts.ts';

const found = (files: Readonly<Record<string, string | null>>) => inWords(findProject(projectFacts(files)));
const none = { setup: [], checks: [], doubts: [] };
const tested = (): string => JSON.stringify({ scripts: { test: 'node --test' } });

describe('make and just', () => {
  const makefile = (text: string) => found({ Makefile: text });
  it.each([
    ['one of several', 'lint test: all\n\techo x\n', ['lint: make lint', 'test: make test']],
    ['with two colons', 'test:: a\n', ['test: make test']],
    ['check, as GNU calls it', 'check: all\n', ['test: make check']],
    ['the first of two names', 'check: x\ntest: x\n', ['test: make test']],
    [
      'of other names for tests',
      'unit-tests: x\ncheck-types: x\nlint-check: x\n',
      ['types: make check-types', 'lint: make lint-check', 'test: make unit-tests'],
    ],
    ['a build where nothing tests', 'lint: x\nbuild:\n\tcc a.c\n', ['build: make build', 'lint: make lint']],
    ['no build beside tests', 'test: build\n\t./t\nbuild:\n\tcc a.c\n', ['test: make test']],
    ['that cleans before it builds', 'test: clean a\n\t./t\nclean:\n\trm -f a\n', ['test: make test']],
  ])('a target: %s', (_name, text, checks) => expect(makefile(text)).toEqual({ ...none, checks }));

  it.each([
    ['an assignment', 'test := a\ntest ::= a\ntest = a\n'],
    ['what is phony', '.PHONY: test\n'],
    ['in a comment', '#test: a\n'],
    ['of a pattern', '$(test) x: y\n'],
    ['in a recipe', 'all:\n\ttest: a\n'],
    ['a name that only begins so', 'test-all: x\n'],
  ])('no target: %s', (_name, text) => expect(makefile(text)).toEqual(none));

  it.each([
    ['installs first', 'test: deps\n\t./t\ndeps: install\ninstall:\n\tcp a /usr/bin\n', 'make test'],
    ['needs one that does not stand there', 'check: install-dev\n\t./t\n', 'make check'],
    ['is installed by its own lines', 'build:\n\tinstall -m 755 a $(DESTDIR)/bin\n', 'make build'],
    ['calls make for it', 'build:\n\t$(MAKE) -C src install\n', 'make build'],
    ['publishes', 'build:\n\tdocker build . && docker push me/it\n', 'make build'],
    ['publishes with npm', 'build:\n\t@npm publish\n', 'make build'],
    ['deploys', 'build: deploy\n\tcc a.c\n', 'make build'],
    ['throws work away', 'test:\n\tgit clean -fdx\n\t./t\n', 'make test'],
    ['works with rights of others', 'test:\n\tsudo ./t\n', 'make test'],
    ['needs itself, and more', 'test: a\na: test release\n', 'make test'],
  ])('a target that %s is left out', (_name, text, run) =>
    expect(makefile(text)).toEqual({ ...none, doubts: [`does-more ${run}`] }),
  );

  it('targets that install, publish, clean or deploy are never taken, whatever they are called', () => {
    const names = [
      'install',
      'publish',
      'clean',
      'distclean',
      'deploy',
      'release',
      'all',
      'ci',
      'dist',
      'run',
    ];
    expect(makefile(names.map((name) => `${name}:\n\tx\n`).join(''))).toEqual(none);
  });

  it('a test under a name of its own is told, and becomes no command', () => {
    const text = 'all: sds-test\n\nsds-test: sds.c\n\t$(CC) -o sds-test sds.c\n\nclean:\n\trm -f sds-test\n';
    expect(makefile(text)).toEqual({ ...none, doubts: ['own-name make sds-test'] });
    expect(makefile(`${text}test: x\n`)).toEqual({ ...none, checks: ['test: make test'] });
    expect(makefile('a;b-test: x\n$$(x)-test: x\n\u202ex-test: x\n').doubts).toEqual([]);
    expect(makefile(`${'a'.repeat(99)}-test: x\n`).doubts).toEqual([]);
    expect(makefile('a-test b-test c-test d_check: x\n').doubts).toEqual([
      'own-name make a-test b-test c-test',
    ]);
  });

  it('a target that does nothing is none', () =>
    expect(makefile('test:\n\t@echo "nothing yet"\n').doubts).toEqual(['says-nothing make test']));

  it('a recipe that wants a word is none', () => {
    expect(found({ justfile: 'test name:\n  x\n' })).toEqual(none);
    expect(found({ justfile: 'test name="a" *more:\n  x\n' }).checks).toEqual(['test: just test']);
  });

  it('make takes the file that make itself would', () => {
    expect(found({ makefile: 'test: a\n', Makefile: 'check: a\n' }).checks).toEqual(['test: make test']);
  });

  it('a build of theirs is none where a language says anything', () => {
    const files = { 'package.json': tested(), Makefile: 'build:\n\tdocker build .\n' };
    expect(found(files).checks).toEqual(['test: npm test']);
  });

  it('are asked only for what a language says nothing of', () => {
    const files = { 'package.json': tested(), Makefile: 'lint: a\n\tx\ntest: a\n\techo\n' };
    expect(found(files)).toEqual({ ...none, checks: ['lint: make lint', 'test: npm test'] });
  });
});

it('what is left out, and what may be a test, is said with what to do', () => {
  const words = (Makefile: string) => projectWords(findProject(projectFacts({ Makefile }))).doubts;
  expect(words('a:\n\tx\nsds-test: sds.c\n\tcc\n')).toEqual([
    'sds-test (Makefile:3) may be a test, by a name that tells nobody for certain. To have it, name it as a check: make sds-test.',
  ]);
  expect(words('test: install\n')).toEqual([
    'Left out: make test (Makefile). It, or what it needs, installs, publishes, deploys or throws work away. To have it all the same, name it as a check.',
  ]);
});

it('the documentation has the names', () => {
  const [, table = ''] = readFileSync('docs/workflows.md', 'utf8').split('#### Targets of make and just');
  const names = [...table.matchAll(/^\| (\w+)[^|]*\| `([^`]+)` \|$/gm)].flatMap(([, kind, all = '']) =>
    all.split(' ').map((name) => ({ kind: { tests: 'test', a: 'build' }[String(kind)] ?? kind, name })),
  );
  expect(names.length).toBeGreaterThan(15);
  for (const { kind, name } of names)
    expect(found({ justfile: `${name}:\n  x\n` }).checks).toEqual([`${kind}: just ${name}`]);
});
