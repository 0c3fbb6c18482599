import * as z from 'zod/mini';
import { checkJsonSchema } from '../gate/jsonSchema.ts';
import { firstFound } from '../parsing/firstFound.ts';
import type { Found } from '../parsing/issueProblems.ts';
import { notJson } from '../parsing/notJson.ts';
import { readShape } from '../parsing/readShape.ts';
import { brokenGraph, brokenHead } from './graphRules.ts';
import { circleFrom } from '../graph/circleFrom.ts';
import { clashes } from './artifactClashes.ts';
import { checkName } from './checkName.ts';
import { didYouMean } from '../parsing/keyMeant.ts';
import { nearestWord } from '../text/nearestWord.ts';
import { PHASE_ID } from '../text/words.ts';
import { workflowSchema, type WorkflowFile } from './workflowSchema.ts';

type PhaseFile = WorkflowFile['phases'][number];

/** Problems of a workflow file whose parts are each valid. */
export function brokenRules(file: WorkflowFile): readonly Found[] {
  const found = brokenPhases(file.phases.map((phase) => ({ ...phase, whole: phase })));
  return [...brokenHead(file), ...(found.length > 0 ? found : brokenBetween(file))];
}

/** A cycle through a missing or duplicate name would be reported for the wrong phase: of valid phases and needs only. */
function brokenBetween(file: Pick<WorkflowFile, 'schema' | 'phases'>): readonly Found[] {
  const circles = brokenCircles(file.phases);
  return circles.length > 0 ? circles : brokenGraph(file);
}

/**
 * The same for a file with invalid parts, as far as it can be read; nothing if a phase has no id, because others may need that
 * one.
 */
export function brokenParts(file: unknown): readonly Found[] {
  const read = readShape(readable, file);
  if (!read.ok) return [];
  const head = validKeys(workflowSchema.shape, read.value);
  const found = brokenPhases(
    read.value.phases.map((phase) => ({
      id: phase.id,
      needs: Array.isArray(phase.needs) ? phase.needs : [],
      whole: phaseSchema.safeParse(phase).data ?? null,
    })),
  );
  const phases = read.value.phases.flatMap((phase) => paredPhase(phase) ?? []);
  const isKnown = found.length === 0 && phases.length === read.value.phases.length;
  return [
    ...brokenHead(head as WorkflowFile),
    ...(isKnown ? brokenBetween({ ...(head as WorkflowFile), phases }) : found),
  ];
}

/** A phase without what is invalid in it; null where that may be what others ask of it. */
function paredPhase(phase: Readonly<Record<string, unknown>>): PhaseFile | null {
  const valid = validKeys(phaseSchema.shape, phase);
  const lost = Object.keys(phase).filter((key) => !Object.hasOwn(valid, key));
  const matters = lost.some((key) => ASKED_OF.has(key) || !Object.hasOwn(phaseSchema.shape, key));
  return matters ? null : (valid as PhaseFile);
}

const ASKED_OF: ReadonlySet<string> = new Set(['id', 'needs', 'artifacts', 'forEach']);

const validKeys = (
  shape: Readonly<Record<string, z.ZodMiniType>>,
  of: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([key, schema]) => {
      const read = Object.hasOwn(of, key) ? readShape(schema, of[key]) : null;
      return read?.ok === true ? [[key, read.value]] : [];
    }),
  );

const readable = z.looseObject({
  phases: z.array(z.looseObject({ id: z.string(), needs: z.optional(z.unknown()) })),
});
const phaseSchema = workflowSchema.shape.phases.def.element;

/** What others know of a phase; `whole` if all of it is valid. */
interface PhaseRead {
  readonly id: string;
  readonly needs?: readonly unknown[] | undefined;
  readonly whole: PhaseFile | null;
}

function brokenPhases(phases: readonly PhaseRead[]): readonly Found[] {
  const ids = new Map<string, number>();
  for (const [index, { id }] of phases.entries()) if (!ids.has(id)) ids.set(id, index);
  return firstFound(phases, (phase, index) => [
    ...(phase.whole === null ? [] : brokenInPhase(phase.whole, ['phases', index])),
    ...brokenNeeds(phase, index, ids),
    ...brokenId(phase.id, index, ids.get(phase.id) ?? index),
  ]);
}

function brokenId(id: string, index: number, first: number): readonly Found[] {
  const path = ['phases', index, 'id'];
  return [
    // `<path>@opened` in a packet would name two things.
    ...(id === 'opened' ? [{ path, message: 'the id "opened" stands for the beginning of a session' }] : []),
    ...(first < index ? [{ path, message: `the id "${id}" is taken by phase ${first + 1}` }] : []),
  ];
}

function brokenInPhase(phase: PhaseFile, at: readonly PropertyKey[]): readonly Found[] {
  const { id, artifacts = [], checks = [] } = phase;
  if (artifacts.length === 0 && checks.length === 0) {
    const message = `phase "${id}" has neither artifacts nor checks: nothing could tell when it is done`;
    return [{ path: [...at, 'id'], message }];
  }
  const names = checks.map(checkName);
  return [
    ...brokenArtifacts(artifacts, [...at, 'artifacts']),
    ...names.flatMap((name, index) =>
      names.indexOf(name) === index
        ? []
        : [
            {
              path: [...at, 'checks', index],
              message: `two checks of this phase are called "${name}"; give this one a name of its own`,
            },
          ],
    ),
  ];
}

function brokenArtifacts(
  artifacts: NonNullable<PhaseFile['artifacts']>,
  at: readonly PropertyKey[],
): readonly Found[] {
  const rules = artifacts.map((artifact) => (typeof artifact === 'string' ? { path: artifact } : artifact));
  const earlier = clashes(rules.map(({ path }) => path));
  return rules.flatMap((rule, index) => {
    const here = [...at, index];
    const found: Found[] = [];
    const beside = earlier[index] ?? null;
    if (beside !== null) {
      const message = `"${rule.path}" cannot be there beside "${beside}" of the same phase`;
      found.push({ path: typeof artifacts[index] === 'string' ? here : [...here, 'path'], message });
    }
    const odd = 'schema' in rule ? notJson(rule.schema) : null;
    if (odd !== null) found.push({ path: [...here, 'schema', ...odd.path], message: odd.message });
    const wrong = 'schema' in rule && odd === null ? checkJsonSchema(rule.schema) : null;
    if (wrong !== null) found.push({ path: [...here, 'schema'], message: wrong });
    return found;
  });
}

function brokenNeeds(
  { id, needs = [] }: PhaseRead,
  index: number,
  ids: ReadonlyMap<string, number>,
): readonly Found[] {
  const named = new Set<string>();
  return firstFound(needs, (need, place) => {
    if (typeof need !== 'string') return [];
    const path = ['phases', index, 'needs', place];
    if (!ids.has(need)) {
      const near = nearestWord(need, [...ids.keys()]);
      // An id that is refused, and need not be refused again where it is named as it would be right.
      if (near !== null && !PHASE_ID.test(near)) return [];
      return [{ path, message: `there is no phase "${need}"${didYouMean(near)}` }];
    }
    if (need === id) return [{ path, message: `phase "${need}" needs itself` }];
    if (named.has(need)) return [{ path, message: `"${need}" is here twice` }];
    named.add(need);
    return [];
  });
}

/** One finding per cycle of needs, at the first of its phases. */
function brokenCircles(phases: readonly PhaseFile[]): readonly Found[] {
  const needs = new Map(
    phases.map((phase, index) => [
      phase.id,
      phase.needs ?? phases.slice(Math.max(0, index - 1), index).map(({ id }) => id),
    ]),
  );
  const walked = new Set<string>();
  const found: Found[] = [];
  for (const [index, { id }] of phases.entries()) {
    const circle = circleFrom(id, needs, walked);
    if (circle === null) continue;
    found.push({
      path: ['phases', index, phases[index]?.needs === undefined ? 'id' : 'needs'],
      message: `these phases wait for each other: ${circle.join(' needs ')}`,
    });
  }
  return found;
}
