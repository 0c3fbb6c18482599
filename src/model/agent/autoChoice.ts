import { parseDocument } from 'yaml';
import { parseAgentSettings } from './agentSettings.ts';

/**
 * The settings with another choice, or none (null), keeping comments, order and spaces. A file in an unusual notation is
 * rewritten.
 *
 * @param text settings that `parseAgentSettings` accepts
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
