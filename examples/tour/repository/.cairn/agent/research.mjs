import { explain } from './connect.mjs';
import { at, fingerprint, nameOf, readSources, todosIn } from './sources.mjs';
import { failing, runTests, tally } from './suite.mjs';
import { markdown, say, writeArtifact, writeHandoff } from './workplace.mjs';

/** Reads the code, runs the tests, and says which TODO comment explains which failing test. */
export async function research(place) {
  const sources = await readSources(place.repo);
  await say(`reading ${sources.length} JavaScript files`);
  const todos = sources.flatMap(todosIn);
  for (const todo of todos) await say(`  ${at(todo)}  ${nameOf(todo)}`);

  await say('running the tests: node --test');
  const tests = await runTests(place.repo);
  await say(`  ${tally(tests)}`);
  const links = failing(tests).map((test) => ({ test, ...explain(test, todos, sources) }));
  for (const { test, todo } of links) {
    await say(
      `  ${at(test)} fails; ${todo ? `TODO(${nameOf(todo)}) at ${at(todo)} says why` : 'no TODO explains it'}`,
    );
  }

  await writeArtifact(place, 'findings.md', findings({ sources, todos, tests, links }));
  await writeArtifact(place, 'survey.json', survey({ sources, todos, tests, links }));
  await writeHandoff(place, handoff({ todos, tests, links }));
}

function findings({ sources, todos, tests, links }) {
  const inFiles = new Set(todos.map(({ file }) => file)).size;
  return [
    `# Findings\n\n${todos.length} TODO comments in ${inFiles} of ${sources.length} files; ${tally(tests)}.`,
    markdown('', {
      'TODO comments': todos.map((todo) => `${at(todo)} **${nameOf(todo)}**: ${todo.text}`),
      Tests: [
        `\`node --test\`: ${tally(tests)}.`,
        ...failing(tests).map((test) => `${at(test)} fails: "${test.name}", ${test.error}`),
      ],
      'What explains what': explanations(links),
    }),
  ].join('\n\n');
}

function explanations(links) {
  if (links.length === 0) return ['No test fails, so there is nothing to explain.'];
  return links.map(({ test, todo, shared }) =>
    todo === undefined
      ? `"${test.name}" (${at(test)}): no TODO comment explains it.`
      : `"${test.name}" (${at(test)}): TODO(${nameOf(todo)}) at ${at(todo)}. ` +
        `The test imports that file, and both speak of ${shared.map((word) => `"${word}…"`).join(', ')}.`,
  );
}

/** The same for machines. Fingerprints, so that the last phase can say which files were changed since. */
function survey({ sources, todos, tests, links }) {
  return {
    todos: todos.map(({ tag, file, line, text }) => ({ tag, file, line, text })),
    tests: { total: tests.length, failing: failing(tests) },
    explained: links.flatMap(({ test, todo }) =>
      todo === undefined ? [] : [{ test: at(test), name: test.name, tag: todo.tag, todo: at(todo) }],
    ),
    files: Object.fromEntries(sources.map((source) => [source.file, fingerprint(source)])),
  };
}

function handoff({ todos, tests, links }) {
  return {
    decisions: links.flatMap(({ test, todo }) =>
      todo === undefined ? [] : [`TODO(${nameOf(todo)}) at ${at(todo)} is why ${at(test)} fails.`],
    ),
    state: [`${todos.length} TODO comments found, ${tally(tests)}, nothing changed yet.`],
    questions: [
      ...links
        .filter(({ todo }) => todo === undefined)
        .map(({ test }) => `Why does ${at(test)} fail? No TODO comment explains it.`),
      ...todos
        .filter(({ text }) => text.includes('?'))
        .map((todo) => `${at(todo)} ${nameOf(todo)}: ${todo.text}`),
    ],
  };
}
