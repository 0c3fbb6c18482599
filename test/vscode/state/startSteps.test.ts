import { expect, it } from 'vitest';
import type { Input } from '../../../src/model/inputs/input.ts';
import { startSteps } from '../../../src/vscode/state/startSteps.ts';

const input = (name: string, required: boolean): Input => ({
  name,
  description: null,
  required,
  default: null,
  pattern: null,
  enum: null,
});

it('a start asks for what a workflow requires, in its order, once the request is known; the rest has a value without', () => {
  const asked = (inputs: readonly Input[]) =>
    startSteps(inputs).map((step) => (step.asks === 'input' ? step.input.name : `(${step.asks})`));
  expect(asked([])).toEqual(['(workflow)', '(request)', '(place)']);
  expect(asked([input('b', true), input('x', false), input('a', true)])).toEqual([
    '(workflow)',
    '(request)',
    'b',
    'a',
    '(place)',
  ]);
});
