import { counted } from '../../base/listed.ts';
import { askedOf } from '../gate/demands/demands.ts';
import type { ArtifactRule, CheckRule, Command } from '../workflow/workflow.ts';

/** An artifact's rule in words, after its path: `: …`, or '' if existing is enough. */
export function artifactWords(rule: ArtifactRule, existed: boolean): string {
  const asked = askedOf(rule).map(([demand, wanted]) => demand.inPrompt(wanted));
  const words = [...asked, ...(existed ? ['it is there already and has to change'] : [])];
  return words.length === 0 ? '' : `: ${words.join('; ')}`;
}

/** A check in words. */
export function checkWords(check: Omit<CheckRule, 'red'>): string {
  const command = commandWords(check.run);
  const name = check.name === command ? '' : `${check.name}: `;
  return `${name}\`${command}\` must exit with 0 within ${durationWords(check.timeoutMs)}`;
}

const commandWords = (run: Command): string =>
  typeof run === 'string'
    ? run.trim()
    : run.map((part) => (/^[\w./:=@%+,-]+$/.test(part) ? part : JSON.stringify(part))).join(' ');

/** `10 minutes`, `90 seconds`, `250 ms` */
export function durationWords(ms: number): string {
  if (ms % 3_600_000 === 0) return counted(ms / 3_600_000, 'hour');
  if (ms % 60_000 === 0) return counted(ms / 60_000, 'minute');
  return ms % 1000 === 0 ? counted(ms / 1000, 'second') : `${ms} ms`;
}

/** Puts a text into a fence longer than any in it. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
