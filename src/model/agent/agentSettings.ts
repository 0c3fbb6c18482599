import * as z from 'zod/mini';
import { isObject } from '../../base/json.ts';
import type { Problem } from '../../base/cairnError.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { headlessStart, isKnownAgent, KNOWN_AGENTS, type Start } from './knownAgents.ts';
import { findingsOf } from '../parsing/issueProblems.ts';
import { commandWords, duration, environment } from '../parsing/writtenFields.ts';
import type { PermissionPolicy, Permissions } from './permissionRules.ts';
import { permissionKeys, permissionsField } from './permissionsField.ts';
import { machineProgram, sandboxField } from './ownPrograms.ts';
import type { Sandbox } from './sandbox.ts';
import type { AgentChoice } from '../workflow/workflow.ts';
import { nearestWord } from '../text/nearestWord.ts';
import { readShape } from '../parsing/readShape.ts';
import { readYaml } from '../parsing/yamlSource.ts';

type Choice<K extends AgentChoice['kind']> = Extract<AgentChoice, { readonly kind: K }>;
interface Limits {
  readonly permissions: Permissions;
  readonly stallMs: number | null;
}

/** An agent of the settings: what a workflow may define inline, plus a name. */
export type AgentDefinition =
  | (Choice<'command'> & Pick<Limits, 'stallMs'>)
  | (Choice<'acp' | 'language-model'> & Limits)
  | Choice<'manual'>;

/** The terminal's agent settings. */
export interface AgentSettings {
  /** By name, in file order, which is the order in which `auto` tries them. */
  readonly agents: ReadonlyMap<string, AgentDefinition>;
  /** The agent that a person chose for `auto`; null if nobody chose. */
  readonly auto: string | null;
  /** What is called when a session needs somebody, or is done; null for nothing. */
  readonly notify: readonly [string, ...string[]] | null;
  /** What every program of a session runs below; null for nothing. */
  readonly sandbox: Sandbox | null;
}

const NOTHING_SET: AgentSettings = { agents: new Map(), auto: null, notify: null, sandbox: null };

/**
 * The limits of agents that ask for permission, unless the settings say otherwise. These agents report every step; a command
 * may be silent until it is done.
 */
export const UNLESS_SAID = { permissions: 'allow-in-worktree', stallMs: 15 * 60_000 } as const;

/**
 * Reads the agent settings of the terminal, `agents.yaml` in the user's config folder:
 *
 * ```yaml
 * auto: careful
 * agents:
 *   careful:
 *     kind: command
 *     command: [claude, -p, --permission-mode, plan]
 *     env: { CI: "1" }
 *   gemini: { kind: acp, permissions: ask }   # a known agent needs no command
 *   opencode:
 *     kind: acp
 *     permissions: { commands: { allow: [npm test, "npm run *"], else: deny }, network: deny }
 *   copilot: { kind: command }                # nor does its headless mode
 * notify: [notify-me, --urgent]
 * sandbox: [bwrap, --ro-bind, /, /, --bind, "{worktree}", "{worktree}"]
 * ```
 *
 * Strict like a workflow file: every problem has a line and a column.
 */
export function parseAgentSettings(file: string, text: string): Result<AgentSettings, readonly Problem[]> {
  // A file with only comments is not filled in yet.
  if (text.split('\n').every((line) => /^\s*(#.*)?$/.test(line))) return ok(NOTHING_SET);
  const yaml = readYaml(file, text);
  if (!yaml.ok) return yaml;
  const source = yaml.value;
  const read = readShape(settings, source.value);
  if (!read.ok) {
    const issues = [...read.error, ...issuesInParts(source.value)];
    const problems = findingsOf(issues, knownKeys).map(({ path, key, message }) => ({
      file,
      ...source.at(path, key),
      message: path.length === 0 && key !== undefined ? message + belongsBelow(key, source.value) : message,
    }));
    return err(problems.sort((a, b) => a.line - b.line || a.column - b.column).slice(0, MOST_PROBLEMS));
  }
  const { auto = 'auto', notify = null, sandbox = null } = read.value;
  return ok({
    agents: new Map(
      Object.entries(read.value.agents ?? {}).map(([name, one]) => [name, definitionOf(name, one)]),
    ),
    auto: auto === 'auto' ? null : auto,
    notify,
    sandbox,
  });
}

const MOST_PROBLEMS = 20;
const KEYS = ['auto', 'agents', 'notify', 'sandbox'];

const limits = { permissions: z.optional(permissionsField), stall: z.optional(duration) };
const program = { command: z.optional(commandWords), env: z.optional(environment) };
const named = z.string().check(z.minLength(1));
const definition = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('command'), ...program, ...limits }),
  z.strictObject({ kind: z.literal('acp'), ...program, mode: z.optional(named), ...limits }),
  z.strictObject({
    kind: z.literal('language-model'),
    model: z.optional(
      z.strictObject({
        vendor: z.exactOptional(named),
        family: z.exactOptional(named),
        id: z.exactOptional(named),
      }),
    ),
    ...limits,
  }),
  z.strictObject({ kind: z.literal('manual') }),
]);
const NAME = /^[A-Za-z][A-Za-z0-9._-]{0,63}$/;
const agents = z
  .record(
    z.string().check(
      z.regex(NAME, 'must begin with a letter and have letters, digits, ".", "_" and "-"'),
      z.refine((name) => name !== 'auto' && name !== 'manual', 'is a name that Cairn keeps for itself'),
    ),
    definition,
  )
  .check(
    z.superRefine((all, context) => {
      for (const [name, one] of Object.entries(all)) {
        if (one.kind !== 'acp' && one.kind !== 'command') continue;
        if (one.command === undefined && !isKnownAgent(name))
          context.addIssue({
            code: 'invalid_type',
            expected: 'array',
            path: [name, 'command'],
            input: undefined,
          });
        const message = one.kind === 'command' ? whyNoPermissions(one) : null;
        if (message !== null)
          context.addIssue({
            code: 'custom',
            message,
            path: [name, 'permissions'],
            input: one.permissions,
          });
      }
    }),
  );

/** Why an agent that asks nobody cannot be given what is said of it; null: it can. */
function whyNoPermissions({
  command,
  permissions,
}: {
  readonly command?: unknown;
  readonly permissions?: Permissions | undefined;
}): string | null {
  if (permissions === undefined) return null;
  if (command !== undefined)
    return 'has no effect beside a command, whose arguments say what it may do: leave one of the two out';
  return typeof permissions === 'string'
    ? null
    : 'must be one word here: an agent of `kind: command` asks nobody, so nobody can judge its commands; over the protocol (`kind: acp`) Cairn does';
}

/** Of an agent that asks nobody. */
const asWord = (permissions: Permissions): PermissionPolicy =>
  typeof permissions === 'string' ? permissions : UNLESS_SAID.permissions;

const settings = z.strictObject({
  auto: z.optional(z.string().check(z.regex(NAME, 'must be the name of an agent'))),
  agents: z.optional(z.nullable(agents)),
  notify: z.optional(machineProgram),
  sandbox: z.optional(sandboxField),
});

/** An agent at the top level: its name is where `agents` should be. */
function belongsBelow(key: string, value: unknown): string {
  return isObject(value) && isObject(value[key]) && nearestWord(key, KEYS) === null
    ? `; an agent stands below "agents": agents: { ${key}: { … } }`
    : '';
}

type Definition = z.infer<typeof definition>;

/** Fields of every kind. With an unknown kind or an invalid name, the rest is not checked. */
const parts = z.looseObject({
  agents: z.optional(z.nullable(z.record(z.string(), z.looseObject(program)))),
});
function issuesInParts(value: unknown): readonly z.core.$ZodIssue[] {
  const read = readShape(parts, value);
  return read.ok ? [] : read.error;
}

function definitionOf(name: string, one: Definition): AgentDefinition {
  switch (one.kind) {
    case 'command':
      return { kind: 'command', ...startOf(name, one), stallMs: one.stall ?? null };
    case 'acp':
      return { kind: 'acp', ...startOf(name, one), mode: one.mode ?? null, ...limitsOf(one) };
    case 'language-model':
      return { kind: 'language-model', model: one.model ?? {}, ...limitsOf(one) };
    case 'manual':
      return { kind: 'manual' };
  }
}

/** The given command, or else that of the known agent of this name; headless, it includes the policy. */
function startOf(name: string, one: Extract<Definition, { readonly kind: 'acp' | 'command' }>): Start {
  if (one.command !== undefined || !isKnownAgent(name))
    return { command: one.command ?? [name], env: one.env ?? {} };
  const { permissions } = limitsOf(one);
  const { command, env } = one.kind === 'acp' ? KNOWN_AGENTS[name] : headlessStart(name, asWord(permissions));
  return { command, env: { ...env, ...one.env } };
}

const limitsOf = ({
  permissions = UNLESS_SAID.permissions,
  stall = UNLESS_SAID.stallMs,
}: Exclude<Definition, { readonly kind: 'manual' }>): Limits & { readonly stallMs: number } => ({
  permissions,
  stallMs: stall,
});

function knownKeys(path: readonly PropertyKey[]): readonly string[] {
  if (path.length === 0) return KEYS;
  const below = permissionKeys(path);
  if (below !== null) return below;
  if (path.at(-1) === 'model') return ['vendor', 'family', 'id'];
  return path.length === 2 ? ['kind', 'command', 'mode', 'model', 'permissions', 'stall', 'env'] : [];
}
