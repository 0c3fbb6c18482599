import type { Command } from '../model/workflow/workflow.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Cairn's own variables begin so, and no workflow may set one. */
const OURS = 'CAIRN_';
/** Names of variables, and before each of them what has its value. */
const SET = `${OURS}SET`;
const EACH = `${OURS}NAME`;
const SETS_THEM = `for ${EACH} in $${SET}; do eval "export $${EACH}=\\"\\$${SET}_$${EACH}\\"; unset ${SET}_$${EACH}"; done; unset ${SET} ${EACH}; exec "$@"`;
const EXPORTED = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * A program that gets its variables only once it runs behind a sandbox. The sandbox itself starts with those of the person: others
 * (`LD_PRELOAD`, `NODE_OPTIONS`, `PATH`) could have it load a file of the working tree, outside of itself.
 *
 * The values wait in variables of another name, as the arguments of a program are shown to everybody on the machine.
 *
 * @param own the person's own environment
 */
export function behindSandbox(
  { command, env }: { readonly command: Command; readonly env: Variables },
  own: Variables,
): { readonly command: Command; readonly env: Readonly<Record<string, string>> } {
  const set: string[] = [];
  const before: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(env)) {
    if (name.startsWith(OURS)) before[name] = value;
    else {
      before[name] = own[name];
      if (value !== own[name] && EXPORTED.test(name)) set.push(name);
    }
  }
  for (const name of set) before[`${SET}_${name}`] = env[name];
  if (set.length > 0) before[SET] = set.join(' ');
  const words = typeof command === 'string' ? (['/bin/sh', '-c', command] as const) : command;
  return {
    command: set.length === 0 ? command : ['/bin/sh', '-c', SETS_THEM, 'sh', ...words],
    env: Object.fromEntries(
      Object.entries(before).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  };
}
