import { RESOLUTIONS } from './resolutions.mjs';
import { at } from './sources.mjs';
import { failing, runTests, tally } from './suite.mjs';
import { addTest, resolveTodo } from './transform.mjs';
import { markdown, readFromPhase, say, writeArtifact, writeHandoff } from './workplace.mjs';

/**
 * Carries out the tasks of the approved plan and nothing else.
 * What it writes describes the code as it stands, not what this attempt did to it: a second attempt
 * after a crash finds the change in place and has to hand in the same summary.
 */
export async function implement(place) {
  const tasks = readFromPhase(place, 'plan', 'tasks.json');
  const survey = readFromPhase(place, 'research', 'survey.json');
  for (const note of place.notes) await say(`a person said: ${note}`);

  for (const task of tasks) {
    await say(`${task.tag}: looking for it at ${at(task)}`);
    const result = await carryOut(place.repo, task);
    await say(
      `  ${result.outcome === 'left' ? `left alone: ${result.why}` : `${result.outcome} at ${task.file}:${result.line}`}`,
    );
  }
  // Asked once more when all is done, since one change can move the lines of another.
  const results = [];
  for (const task of tasks) results.push({ task, ...(await carryOut(place.repo, task)) });

  await say('running the tests: node --test');
  const tests = await runTests(place.repo);
  await say(`  ${tally(tests)}`);
  for (const test of failing(tests)) await say(`  ${at(test)} fails: ${test.error}`);

  const done = results.filter(({ outcome }) => outcome !== 'left');
  const left = results.filter(({ outcome }) => outcome === 'left');
  await writeArtifact(place, 'summary.md', summary({ done, left, survey, tests, notes: place.notes }));
  await writeHandoff(place, {
    decisions: done.map(({ task }) => `${task.tag}: ${RESOLUTIONS[task.tag].title}.`),
    state: [
      ...done.map(({ task, line }) => `TODO(${task.tag}) is resolved at ${task.file}:${line}.`),
      `${tally(tests)}.`,
    ],
    questions: left.map(({ task, why }) => `${task.tag} at ${at(task)} was left: ${why}.`),
  });
}

async function carryOut(repo, task) {
  const resolution = Object.hasOwn(RESOLUTIONS, task.tag) ? RESOLUTIONS[task.tag] : undefined;
  const result = await resolveTodo(repo, task, resolution);
  if (result.outcome === 'left' || resolution.test === undefined) return result;
  return { ...result, testAt: { file: resolution.test.file, line: await addTest(repo, resolution.test) } };
}

function summary({ done, left, survey, tests, notes }) {
  const was = new Set(survey.tests.failing.map(({ file, name }) => `${file} ${name}`));
  const fixed = tests.filter(({ ok, file, name }) => ok && was.has(`${file} ${name}`));
  const changes = done.map(({ task, line, testAt }) => {
    const { title, before, after } = RESOLUTIONS[task.tag];
    const diff = [...before.map((code) => `- ${code}`), ...after.map((code) => `+ ${code}`)];
    return [
      `### ${task.file}:${line} ${task.tag}\n\n${title}, because ${task.why}.`,
      ...(testAt === undefined ? [] : [`Its test is at ${at(testAt)}.`]),
      ['```diff', ...diff, '```'].join('\n'),
    ].join('\n\n');
  });
  return [
    `# Summary\n\n## Changes\n\n${done.length} of ${done.length + left.length} planned resolutions in place.`,
    ...changes,
    markdown('', {
      ...(notes.length === 0 ? {} : { 'What a person said': notes }),
      Tests: [
        `\`node --test\`: ${tally(tests)}.`,
        ...fixed.map((test) => `${at(test)} passes now: "${test.name}"`),
        ...failing(tests).map((test) => `${at(test)} fails: "${test.name}", ${test.error}`),
      ],
      ...(left.length === 0
        ? {}
        : { 'Left alone': left.map(({ task, why }) => `${at(task)} ${task.tag}: ${why}`) }),
    }),
  ].join('\n\n');
}
