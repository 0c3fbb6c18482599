import { isObject } from '../../base/json.ts';
import { MOST_INPUTS } from '../inputs/input.ts';
import type { Found } from '../parsing/issueProblems.ts';
import { didYouMean } from '../parsing/keyMeant.ts';
import { nearestWord } from '../text/nearestWord.ts';
import { templatesIn, type Template } from './template.ts';

/** Whether a workflow file has templates: one with neither inputs nor items has none, and `{{` is text there. */
export const hasTemplates = (file: unknown): boolean =>
  isObject(file) && ('inputs' in file || phasesIn(file).some(isRepeated));

/** Templates in titles and prompts that stand for nothing. Parts of the file may be invalid otherwise. */
export function brokenTemplates(file: unknown): readonly Found[] {
  if (!isObject(file) || !hasTemplates(file)) return [];
  const inputs = isObject(file['inputs']) ? Object.keys(file['inputs']).slice(0, MOST_INPUTS) : [];
  const known = ['request', ...inputs.map((name) => `inputs.${name}`)];
  const found: Found[] = [];
  for (const [index, phase] of phasesIn(file).entries()) {
    for (const key of ['title', 'prompt']) {
      const text = isObject(phase) ? phase[key] : null;
      for (const { name, nth } of typeof text === 'string' ? templatesIn(text) : []) {
        const message = whyNot(name, known, isRepeated(phase));
        if (message === null) continue;
        found.push({ path: ['phases', index, key], message, inside: { begins: '{{', nth } });
        if (found.length === MOST) return found;
      }
    }
  }
  return found;
}

/** More would help nobody and take long to locate. */
const MOST = 50;

function whyNot(name: Template['name'], known: readonly string[], hasItem: boolean): string | null {
  if (name === null) return 'this template has no end ("}}")';
  if (known.includes(name) || (hasItem && ITEM.test(name))) return null;
  const there = [...known, ...(hasItem ? ['item.<key>'] : [])];
  if (ITEM.test(name)) return 'there is an item only in a phase that has "forEach"';
  const near = nearestWord(name, known);
  const meant = near === null ? `; there are ${there.join(', ')}` : didYouMean(near);
  return `there is no template ${JSON.stringify(name.slice(0, 60))}${meant}`;
}

const ITEM = /^item\.[A-Za-z_][\w-]*$/;

const phasesIn = (file: Readonly<Record<string, unknown>>): readonly unknown[] =>
  Array.isArray(file['phases']) ? file['phases'] : [];

/** A phase that is there once for each item. */
const isRepeated = (phase: unknown): boolean => isObject(phase) && 'forEach' in phase;
