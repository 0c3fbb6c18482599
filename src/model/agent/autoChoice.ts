import { parseDocument } from 'yaml';
import { parseAgentSettings } from './agentSettings.ts';

/**
 * The settings with another choice, or with none (null), everything else as it was: comments, order, spaces. A file that
 * is written in another way than people write it is written anew.
 *
 * @param text settings that `parseAgentSettings` has found good
 */
export function withAuto(file: string, text: string, name: string | null): string {
  const line = name === null ? '' : `auto: ${name}\n`;
  const edited = /^auto:/m.test(text) ? text.replace(/^auto:[^\n]*(?:\n|$)/m, line) : `${line}${text}`;
  const read = parseAgentSettings(file, edited);
  if (read.ok && read.value.auto === name) return edited;
  const document = parseDocument(text);
  if (name === null) document.delete('auto');
  else document.set('auto', name);
  return document.toString({ lineWidth: 0 });
}
