import type { Input } from '../../model/inputs/input.ts';

/** One question before a session can start. */
export type StartStep =
  | { readonly asks: 'workflow' | 'request' | 'place' }
  | { readonly asks: 'input'; readonly input: Input };

/** What is asked, in this order, of a workflow with these inputs. Others than required ones have a value without a person. */
export const startSteps = (inputs: readonly Input[]): readonly StartStep[] => [
  { asks: 'workflow' },
  { asks: 'request' },
  ...inputs.filter(({ required }) => required).map((input) => ({ asks: 'input', input }) as const),
  { asks: 'place' },
];
