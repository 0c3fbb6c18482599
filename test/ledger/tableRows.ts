import { nameOf, nodesOf, textOf, type Node } from './syntax.ts';

/** The first text of each row of a table that `each` was given, as far as it stands in the file. */
export function tableRows(table: Node | undefined, constants: ReadonlyMap<string, Node>): readonly string[] {
  if (!table) return [];
  switch (table.type) {
    case 'ArrayExpression':
      return nodesOf(table['elements']).flatMap((row) => firstTexts(row, constants));
    case 'ObjectExpression':
      return nodesOf(table['properties']).flatMap(({ key }) => nameOf(key) ?? []);
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return tableRows(nodesOf(table['expression'])[0], constants);
    case 'Identifier':
      return tableRows(constants.get(nameOf(table) ?? ''), constants);
    case 'CallExpression':
      return rowsOfCall(table, constants);
    default:
      return [];
  }
}

/** `Object.entries(table)`, or `table.map(…)`, whose rows may begin as those of the table do. */
function rowsOfCall(call: Node, constants: ReadonlyMap<string, Node>): readonly string[] {
  const [callee] = nodesOf(call['callee']);
  const [of] = nodesOf(callee?.['object']);
  const [first] = nodesOf(call['arguments']);
  return tableRows(nameOf(of) === 'Object' ? first : of, constants);
}

function firstTexts(row: Node, constants: ReadonlyMap<string, Node>): readonly string[] {
  switch (row.type) {
    case 'SpreadElement':
      return tableRows(nodesOf(row['argument'])[0], constants);
    case 'ArrayExpression':
      return nodesOf(row['elements'])
        .slice(0, 1)
        .flatMap((cell) => textOf(cell) ?? []);
    // A title picks a key of these by name.
    case 'ObjectExpression':
      return nodesOf(row['properties']).flatMap(({ value }) => textOf(nodesOf(value)[0]) ?? []);
    default:
      return [textOf(row) ?? []].flat();
  }
}
