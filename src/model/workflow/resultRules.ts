import { isObject } from '../../base/json.ts';
import type { PhaseId } from '../names/ids.ts';
import type { Found } from '../parsing/issueProblems.ts';
import { didYouMean } from '../parsing/keyMeant.ts';
import { nearestWord } from '../text/nearestWord.ts';
import { PHASE_ID } from '../text/words.ts';
import type { Phase, ResultFile } from './workflow.ts';

/** A `result` that no phase promises. Parts of the file may be invalid otherwise. */
export function brokenResult(file: unknown): readonly Found[] {
  const result = isObject(file) ? file['result'] : undefined;
  if (!isObject(file) || typeof result !== 'string' || !Array.isArray(file['phases'])) return [];
  const phases = file['phases'].filter(isObject);
  const say = (message: string): readonly Found[] => [{ path: ['result'], message }];
  const [id, path] = partsOf(result);
  if (id === null) {
    const known = phases.flatMap(promisedBy).filter((promised) => promised.startsWith('/'));
    return known.includes(path) ? [] : say(`no phase promises "${path}"${meant(path, known)}`);
  }
  if (path === '')
    return say(
      '"result" must be "<phase>/<path>" of an artifact, or "/<path>" from the root of the repository',
    );
  const phase = phases.find((candidate) => candidate['id'] === id);
  if (phase === undefined) {
    const ids = phases.map((candidate) => String(candidate['id']));
    return isRefused(nearestWord(id, ids)) ? [] : say(`there is no phase "${id}"${meant(id, ids)}`);
  }
  if ('forEach' in phase) return say(`phase "${id}" is there once for each item, and "result" is one file`);
  const known = promisedBy(phase).filter((promised) => !promised.startsWith('/'));
  return known.includes(path) ? [] : say(`phase "${id}" does not promise "${path}"${meant(path, known)}`);
}

/** Where the result is, of a workflow that {@link brokenResult} finds nothing wrong with. */
export function resultOf(written: string, phases: readonly Pick<Phase, 'id' | 'artifacts'>[]): ResultFile {
  const [id, path] = partsOf(written);
  const makers = phases.filter(
    (phase) => (id === null || phase.id === id) && phase.artifacts.some((rule) => rule.path === path),
  );
  return { path, phases: makers.map((phase): PhaseId => phase.id) };
}

/** The phase, or null for a file from the root, and the path as an artifact is written. */
function partsOf(result: string): readonly [phase: string | null, path: string] {
  const cut = result.indexOf('/');
  if (cut === 0) return [null, result];
  return cut === -1 ? [result, ''] : [result.slice(0, cut), result.slice(cut + 1)];
}

/** An id that is refused already where it stands. */
const isRefused = (id: string | null): boolean => id !== null && !PHASE_ID.test(id);

const promisedBy = (phase: Readonly<Record<string, unknown>>): readonly string[] => {
  const artifacts: readonly unknown[] = Array.isArray(phase['artifacts']) ? phase['artifacts'] : [];
  const paths = artifacts.map((artifact) => (isObject(artifact) ? artifact['path'] : artifact));
  return paths.filter((path) => typeof path === 'string');
};

function meant(word: string, known: readonly string[]): string {
  const near = nearestWord(word, known);
  if (near !== null) return didYouMean(near);
  return known.length === 0 ? '' : `; it may be ${known.join(' or ')}`;
}
