import { isObject } from '../../base/json.ts';
import type { Problem } from '../../base/cairnError.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { PhaseId, RepoPath } from '../names/ids.ts';
import { inputsOf } from '../inputs/inputFile.ts';
import { brokenInputs } from '../inputs/inputRules.ts';
import type { Matches } from '../inputs/judgeInputs.ts';
import { brokenTemplates, hasTemplates } from '../template/templateRules.ts';
import { checkName } from './checkName.ts';
import { findingsOf, type Found } from '../parsing/issueProblems.ts';
import { limitsOf } from './limitsSchema.ts';
import { forEachOf } from './forEachOf.ts';
import { longTemplates } from './graphRules.ts';
import { conditionOf } from './conditionSchema.ts';
import { demandsOf } from '../gate/demands/demands.ts';
import { tooMany } from './mostEntries.ts';
import { phaseGraph } from './phaseGraph.ts';
import { brokenResult, resultOf } from './resultRules.ts';
import type { AgentChoice, ArtifactRule, CheckRule, Phase, Workflow } from './workflow.ts';
import { brokenParts, brokenRules } from './workflowRules.ts';
import { knownKeys, workflowSchema, type WorkflowFile } from './workflowSchema.ts';
import { readShape } from '../parsing/readShape.ts';
import { asSchema, migrate, SCHEMA } from '../parsing/schema.ts';
import { MOST_PROBLEMS } from '../parsing/firstFound.ts';
import { readYaml, type YamlSource } from '../parsing/yamlSource.ts';

/**
 * Reads a workflow file and fills in every default.
 *
 * Never throws. Answers all problems that can be found at once, in file order, each with line and column.
 *
 * @param matches judges defaults of inputs by their patterns; left out for what a session has on its branch, which was judged when
 *   it came there, so that rules that are newer than it do not hold either
 */
export function parseWorkflow(
  file: string,
  text: string,
  matches: Matches | null = null,
): Result<Workflow, readonly Problem[]> {
  const written = readYaml(file, text);
  if (!written.ok) return written;
  const now = migrate('workflow', text, schemaOf(written.value.value));
  if (!now.ok) return err([newer(file, written.value, now.error.found)]);
  const yaml = now.value === text ? written : readYaml(file, now.value);
  if (!yaml.ok) return yaml;
  const told = (found: readonly Found[]): Result<never, readonly Problem[]> => {
    const problems = found.map(({ path, key, inside, missing: _missing, ...told }) => ({
      file,
      ...yaml.value.at(path, key, inside),
      ...told,
    }));
    return err(problems.sort((a, b) => a.line - b.line || a.column - b.column).slice(0, MOST_PROBLEMS));
  };
  const { value } = yaml.value;
  const many = tooMany(value);
  if (many.length > 0) return told(many);
  const words = [...brokenInputs(value, matches), ...brokenTemplates(value), ...brokenResult(value)];
  const read = readShape(workflowSchema, value);
  if (!read.ok) {
    const found = findingsOf(read.error, knownKeys);
    const places = new Set(found.map(problemKey));
    // A rule about an invalid value would report it twice.
    return told([
      ...found,
      ...[...brokenParts(value), ...words].filter((one) => !places.has(problemKey(one))),
    ]);
  }
  const broken = [
    ...brokenRules(read.value),
    ...(matches === null ? [] : longTemplates(read.value)),
    ...words,
  ];
  return broken.length > 0 ? told(broken) : ok(workflowOf(read.value));
}

const problemKey = ({ path, key }: Found): string => JSON.stringify([path.map(String), key]);

const schemaOf = (value: unknown): number | null => asSchema(isObject(value) ? value['schema'] : undefined);

/** A newer file would get many complaints about what this version cannot know. */
const newer = (file: string, source: YamlSource, found: number): Problem => ({
  file,
  ...source.at(['schema']),
  message: `this file has schema ${found}, this Cairn knows ${SCHEMA}; update Cairn`,
  unknown: true,
});

function workflowOf(file: WorkflowFile): Workflow {
  const bare = file.phases.map((phase, index) => phaseOf(phase, file.phases[index - 1]?.id));
  const graph = phaseGraph(bare);
  const phases = bare.map((phase, index) => ({
    ...phase,
    forEach: forEachOf(graph, phase.id, file.phases[index]?.forEach),
  }));
  return {
    schema: SCHEMA,
    ...namesOf(file),
    isolation: file.isolation ?? 'worktree',
    branchPrefix: file.branchPrefix ?? 'cairn/',
    worktree: {
      copy: (file.worktree?.copy ?? []) as RepoPath[],
      setup: file.worktree?.setup ?? [],
    },
    agent: agentOf(file.agent ?? 'auto'),
    parallel: file.parallel ?? 1,
    limits: limitsOf(file.limits),
    inputs: inputsOf(file.inputs ?? {}),
    templates: hasTemplates(file),
    result: file.result === undefined ? null : resultOf(file.result, phases),
    phases,
    written: phases,
  };
}

function namesOf(file: WorkflowFile): Pick<Workflow, 'name' | 'title' | 'description'> {
  return { name: file.name, title: file.title ?? null, description: file.description ?? null };
}

type PhaseFile = WorkflowFile['phases'][number];

function phaseOf(phase: PhaseFile, before: string | undefined): Phase {
  return {
    ...wordsOf(phase),
    ...graphOf(phase, before),
    forEach: null,
    item: null,
    artifacts: (phase.artifacts ?? []).map(artifactOf),
    checks: (phase.checks ?? []).map(checkOf),
    approval: phase.approval ?? 'none',
    retries: phase.retries ?? 0,
    timeoutMs: phase.timeout ?? 60 * 60_000,
    limits: limitsOf(phase.limits),
    warnAfterMs: phase.warnAfter ?? 30 * 60_000,
    onConflict: phase.onConflict ?? 'retry',
    packet: { budget: phase.packet?.budget ?? 2000, review: phase.packet?.review ?? false },
  };
}

/** Where it is in the graph. */
function graphOf(
  { needs, when, loop, stop }: PhaseFile,
  before: string | undefined,
): Pick<Phase, 'needs' | 'needsByDefault' | 'when' | 'loop' | 'stop'> {
  return {
    needs: (needs ?? (before === undefined ? [] : [before])) as PhaseId[],
    needsByDefault: needs === undefined,
    when: when === undefined ? null : conditionOf(when),
    loop:
      loop === undefined ? null : { to: loop.to as PhaseId, until: conditionOf(loop.until), max: loop.max },
    stop: stop === undefined ? null : conditionOf(stop.when),
  };
}

/** Words about a phase and its agent: the part that the gate does not see. */
function wordsOf({ id, title, prompt, agent }: PhaseFile): Pick<Phase, 'id' | 'title' | 'prompt' | 'agent'> {
  return {
    id: id as PhaseId,
    title: title ?? null,
    prompt: prompt ?? '',
    agent: agent === undefined ? null : agentOf(agent),
  };
}

function agentOf(agent: NonNullable<PhaseFile['agent']>): AgentChoice {
  if (typeof agent === 'string') return { kind: 'named', name: agent };
  switch (agent.kind) {
    case 'acp':
      return { kind: 'acp', command: agent.command, mode: agent.mode ?? null, env: agent.env ?? {} };
    case 'command':
      return { kind: 'command', command: agent.command, env: agent.env ?? {} };
    case 'language-model':
      return { kind: 'language-model', model: agent.model ?? {} };
    case 'manual':
      return { kind: 'manual' };
  }
}

function artifactOf(artifact: NonNullable<PhaseFile['artifacts']>[number]): ArtifactRule {
  const { path, ...written } = typeof artifact === 'string' ? { path: artifact } : artifact;
  return { path, ...demandsOf(written) };
}

function checkOf(check: NonNullable<PhaseFile['checks']>[number]): CheckRule {
  const { run, timeout = 10 * 60_000, expect = 'pass', red = 'must-pass' } = check;
  return { name: checkName(check), run, timeoutMs: timeout, expect, red };
}
