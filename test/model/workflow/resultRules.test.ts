import { describe, expect, it } from 'vitest';
import { parseWorkflow } from '../../../src/model/workflow/parseWorkflow.ts';
import { planHash } from '../../../src/model/workflow/planHash.ts';

const PHASES =
  'phases:\n- {id: plan, artifacts: [plan.md, /src/x.ts]}\n- {id: verify, artifacts: [{path: verdict.json}, /src/x.ts, a/b.md]}\n';
const read = (result: string) => parseWorkflow('w.yaml', `schema: 2\nname: w\n${result}\n${PHASES}`);

describe('the result of a workflow', () => {
  it.each([
    ['result: verify/verdict.json', { path: 'verdict.json', phases: ['verify'] }],
    ['result: verify/a/b.md', { path: 'a/b.md', phases: ['verify'] }],
    ['result: /src/x.ts', { path: '/src/x.ts', phases: ['plan', 'verify'] }],
    ['', null],
  ])('is read: %s', (line, expected) => {
    const workflow = read(line);
    expect(workflow.ok && workflow.value.result).toEqual(expected);
  });

  it.each([
    ['result: verfy/verdict.json', '3:9 there is no phase "verfy"; did you mean "verify"?'],
    [
      'result: verify/verdct.json',
      '3:9 phase "verify" does not promise "verdct.json"; did you mean "verdict.json"?',
    ],
    [
      'result: verify/plan.md',
      '3:9 phase "verify" does not promise "plan.md"; it may be verdict.json or a/b.md',
    ],
    ['result: plan//src/x.ts', '3:9 phase "plan" does not promise "/src/x.ts"; it may be plan.md'],
    ['result: /src/y.ts', '3:9 no phase promises "/src/y.ts"; did you mean "/src/x.ts"?'],
    [
      'result: verdict.json',
      '3:9 "result" must be "<phase>/<path>" of an artifact, or "/<path>" from the root of the repository',
    ],
    ['result: ""', '3:9 "result" must not be empty'],
    ['result: [a]', '3:1 "result" must be text, not a list'],
  ])('is an artifact of a phase, else an error: %s', (line, problem) => {
    const workflow = read(line);
    const problems = workflow.ok ? [] : workflow.error;
    expect(problems.map(({ line: at, column, message }) => `${at}:${column} ${message}`)).toContain(problem);
  });

  it('is no part of the plan', () => {
    const hashes = ['', 'result: /src/x.ts'].map((line) => {
      const workflow = read(line);
      return workflow.ok ? planHash(workflow.value, (text) => text) : null;
    });
    expect(hashes[0]).toBe(hashes[1]);
  });
});
