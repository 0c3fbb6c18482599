import { at, fingerprint, nameOf, readSources, todosIn } from './sources.mjs';
import { failing, runTests, tally } from './suite.mjs';
import { CannotDo, markdown, readFromPhase, say, writeArtifact, writeHandoff } from './workplace.mjs';

/** Compares the code as it is now with the survey. Believes no summary: it looks and runs for itself. */
export async function verify(place) {
  const survey = readFromPhase(place, 'research', 'survey.json');
  const tasks = readFromPhase(place, 'plan', 'tasks.json');
  for (const note of place.notes) await say(`a person said: ${note}`);

  const sources = await readSources(place.repo);
  await say(`reading ${sources.length} JavaScript files again`);
  const changes = changedSince(survey.files, sources);
  for (const { file, how } of changes) await say(`  ${file} ${how}`);
  const todos = sources.flatMap(todosIn);
  const open = tasks.filter((task) => todos.some(({ file, tag }) => file === task.file && tag === task.tag));
  await say(`  ${todos.length} TODO comments, ${survey.todos.length} before`);

  await say('running the tests: node --test');
  const tests = await runTests(place.repo);
  await say(`  ${tally(tests)}`);

  await writeArtifact(place, 'report.md', report({ survey, tasks, open, changes, todos, tests }));
  await writeHandoff(place, {
    decisions: [],
    state: [
      `${tally(tests)}; before, ${survey.tests.failing.length} of ${survey.tests.total} failed.`,
      `Changed since the survey: ${changes.map(({ file }) => file).join(', ') || 'none'}.`,
    ],
    questions: todos.map((todo) => `${at(todo)} ${nameOf(todo)} is still to do.`),
  });
  if (failing(tests).length > 0) throw new CannotDo(`It does not hold: ${tally(tests)}. See report.md.`);
  if (open.length > 0)
    throw new CannotDo(`It does not hold: ${open.map(({ tag }) => tag).join(', ')} is still in the code.`);
}

function changedSince(files, sources) {
  const now = new Map(sources.map((source) => [source.file, fingerprint(source)]));
  const names = [...new Set([...Object.keys(files), ...now.keys()])].sort();
  return names.flatMap((file) => {
    if (!now.has(file)) return [{ file, how: 'removed' }];
    if (files[file] === undefined) return [{ file, how: 'added' }];
    return files[file] === now.get(file) ? [] : [{ file, how: 'changed' }];
  });
}

function report({ survey, tasks, open, changes, todos, tests }) {
  const was = new Map(survey.tests.failing.map((test) => [`${test.file} ${test.name}`, test]));
  return markdown('Report', {
    'What changed': [
      ...tasks.map((task) =>
        open.includes(task)
          ? `TODO(${task.tag}), planned at ${at(task)}, is **still in the code**.`
          : `TODO(${task.tag}), found at ${at(task)}, is gone.`,
      ),
      ...changes.map(({ file, how }) => `${file} ${how}`),
    ],
    Tests: [
      `Before: ${survey.tests.total - was.size} of ${survey.tests.total} tests pass. Now: ${tally(tests)}.`,
      ...tests.flatMap((test) => {
        const before = was.get(`${test.file} ${test.name}`);
        if (!test.ok) return [`${at(test)} **fails**: "${test.name}", ${test.error}`];
        return before === undefined ? [] : [`${at(test)} passes now: "${test.name}" (was: ${before.error})`];
      }),
    ],
    'Left for later': todos.map((todo) => `${at(todo)} **${nameOf(todo)}**: ${todo.text}`),
  });
}
