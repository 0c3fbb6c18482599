/** A node of a syntax tree, as far as the ledger looks at it. */
export interface Node {
  readonly type: string;
  readonly [part: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The nodes in a part of a node: itself, or those of a list. */
export const nodesOf = (part: unknown): readonly Node[] =>
  Array.isArray(part) ? part.filter(isNode) : isNode(part) ? [part] : [];

/** What a literal, a template or a sum of these says; `${}` for what is only known when it runs. */
export function textOf(node: Node | undefined): string | undefined {
  if (!node) return undefined;
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? node['value'] : undefined;
    case 'TemplateLiteral':
      return nodesOf(node['quasis'])
        .map(({ value }) => (typeof value === 'object' && value && 'cooked' in value ? value.cooked : ''))
        .join('${}');
    case 'BinaryExpression': {
      const [left, right] = [node['left'], node['right']].map((side) => textOf(nodesOf(side)[0]));
      return left === undefined ? undefined : left + (right ?? '${}');
    }
    default:
      return undefined;
  }
}

/** The name of an identifier, or the key of a property, in quotes or without. */
export const nameOf = (part: unknown): string | undefined => {
  const [node] = nodesOf(part);
  return node?.type === 'Identifier' ? String(node['name']) : textOf(node);
};
