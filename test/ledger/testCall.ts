import { nameOf, nodesOf, type Node } from './syntax.ts';

/** A call that declares a test or a suite: `it.runIf(…).each(…)('…', …)`. */
export interface TestCall {
  readonly suite: boolean;
  readonly skipped: boolean;
  readonly title: Node | undefined;
  /** What `each` or `for` was given. */
  readonly table: Node | undefined;
}

/** Functions of the test library that declare, and whether it is a suite. */
const DECLARE: Readonly<Record<string, boolean>> = { test: false, it: false, describe: true, suite: true };
/** These words are called, and what comes out declares. */
const STEPS = ['each', 'for', 'runIf', 'skipIf'];
const SKIPPED = ['skip', 'todo'];
/** The options of a test that `npm test` does not run (`test/support/thorough.ts`): it holds no line. */
const LEFT_OUT = 'THOROUGH';

/** The declaration that a call is, or nothing. */
export function testCall(call: Node): TestCall | undefined {
  const [callee] = nodesOf(call['callee']);
  if (callee?.type === 'MemberExpression' && STEPS.includes(nameOf(callee['property']) ?? '')) return;
  const chain = chainOf(callee);
  const suite = DECLARE[chain.root ?? ''];
  if (suite === undefined) return;
  const [title, ...others] = nodesOf(call['arguments']);
  const steps = (...names: readonly string[]) => chain.steps.filter(({ name }) => names.includes(name));
  const skipped =
    steps(...SKIPPED).length > 0 ||
    steps('skipIf').some(({ first }) => first?.['value'] === true) ||
    steps('runIf').some(({ first }) => first?.['value'] === false) ||
    others.some((option) => saysSkip(option) || nameOf(option) === LEFT_OUT);
  return { suite, skipped, title, table: steps('each', 'for')[0]?.first };
}

interface Chain {
  readonly root: string | undefined;
  readonly steps: readonly { readonly name: string; readonly first: Node | undefined }[];
}

/** `it.skipIf(a).each(b)` as its root and steps, with the first argument where a step was called. */
function chainOf(node: Node | undefined, first?: Node): Chain {
  if (!node) return { root: undefined, steps: [] };
  switch (node.type) {
    case 'CallExpression':
      return chainOf(nodesOf(node['callee'])[0], nodesOf(node['arguments'])[0]);
    case 'MemberExpression': {
      const { root, steps } = chainOf(nodesOf(node['object'])[0]);
      return { root, steps: [...steps, { name: nameOf(node['property']) ?? '', first }] };
    }
    case 'Identifier':
      return { root: nameOf(node), steps: [] };
    default:
      return { root: undefined, steps: [] };
  }
}

const saysSkip = (options: Node): boolean =>
  options.type === 'ObjectExpression' &&
  nodesOf(options['properties']).some(
    ({ key, value }) => SKIPPED.includes(nameOf(key) ?? '') && nodesOf(value)[0]?.['value'] === true,
  );
