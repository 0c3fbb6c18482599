import { RESOLUTIONS } from './resolutions.mjs';
import { at, nameOf } from './sources.mjs';
import { CannotDo, count, markdown, readFromPhase, say, writeArtifact, writeHandoff } from './workplace.mjs';

/** Chooses which TODO comments to resolve, and says how, what may go wrong, and what stays. */
export async function plan(place) {
  const survey = readFromPhase(place, 'research', 'survey.json');
  const { todos, tests } = survey;
  await say(
    `the survey has ${count(todos.length, 'TODO comment')}, ${count(tests.failing.length, 'failing test')}`,
  );
  for (const note of place.notes) await say(`  a person said: ${note}`);

  const { tasks, unknown } = choose(survey, [place.request, ...place.notes].join('\n'));
  for (const task of tasks) await say(`  will resolve ${task.tag} at ${at(task)}: ${task.why}`);
  for (const todo of unknown) await say(`  have no resolution for ${nameOf(todo)} at ${at(todo)}`);
  if (tasks.length === 0) {
    throw new CannotDo('There is no TODO comment that I know how to resolve, so there is nothing to plan.');
  }

  const left = survey.todos.filter((todo) => !tasks.some((task) => at(task) === at(todo)));
  await writeArtifact(place, 'plan.md', page({ tasks, left, unknown, notes: place.notes, survey }));
  await writeArtifact(place, 'tasks.json', tasks);
  await writeHandoff(place, {
    decisions: tasks.map(
      (task) => `Resolve TODO(${task.tag}) at ${at(task)}: ${RESOLUTIONS[task.tag].title}.`,
    ),
    state: [
      `${count(tasks.length, 'task')} planned, ${count(left.length, 'TODO comment')} left alone. No code changed yet.`,
    ],
    questions: unknown.map((todo) => `Who resolves ${nameOf(todo)} at ${at(todo)}? I do not know how.`),
  });
}

/**
 * First what explains a failing test, since the next gate runs the tests; then what the request or a
 * person names by tag; and if that is nothing, the first TODO that I can resolve.
 */
function choose({ todos, explained }, said) {
  const reasons = new Map();
  for (const { todo, test, name } of explained) reasons.set(todo, `"${name}" (${test}) fails without it`);
  for (const todo of todos) {
    const asked = todo.tag !== null && mentions(said, todo.tag);
    if (asked && !reasons.has(at(todo))) reasons.set(at(todo), 'a person asked for it by name');
  }
  if (reasons.size === 0) {
    const first = todos.find(canResolve);
    if (first !== undefined) reasons.set(at(first), 'no test fails, and it is the first that I can resolve');
  }
  const wanted = todos.filter((todo) => reasons.has(at(todo)));
  const known = wanted.filter(canResolve);
  return {
    tasks: known.map(({ tag, file, line }) => ({ tag, file, line, why: reasons.get(at({ file, line })) })),
    unknown: wanted.filter((todo) => !known.includes(todo)),
  };
}

const canResolve = ({ tag }) => tag !== null && Object.hasOwn(RESOLUTIONS, tag);

/**
 * Whether a tag is asked for: named on its own and not inside a longer word, in a clause that does not
 * turn it down before ("leave compass-wrap alone").
 */
const mentions = (said, tag) =>
  said.split(/[.;,!?\n]/).some((clause) => {
    const place = clause.search(new RegExp(`(?<![\\w-])${tag}(?![\\w-])`, 'i'));
    return place !== -1 && !/\b(?:not|no|never|leave|skip|without)\b|n't\b/i.test(clause.slice(0, place));
  });

function page({ tasks, left, unknown, notes, survey }) {
  const { total, failing } = survey.tests;
  return markdown('Plan', {
    ...(notes.length === 0 ? {} : { 'What a person said': notes }),
    Steps: [
      ...tasks.map((task) => `${at(task)}: ${RESOLUTIONS[task.tag].title}, because ${task.why}.`),
      ...tasks.flatMap(({ tag }) => {
        const test = RESOLUTIONS[tag].test;
        return test === undefined ? [] : [`${test.file}: add a test for ${tag}, since no test covers it.`];
      }),
      `Run the ${total} tests; ${failing.length} of them ${failing.length === 1 ? 'fails' : 'fail'} now.`,
    ],
    Risks: tasks.map(({ tag }) => `${tag}: ${RESOLUTIONS[tag].risk}`),
    'Asked for, but I do not know how': unknown.map((todo) => `${at(todo)} ${nameOf(todo)}: ${todo.text}`),
    'Left alone': left.filter((todo) => !unknown.includes(todo)).map((todo) => `${at(todo)} ${nameOf(todo)}`),
  });
}
