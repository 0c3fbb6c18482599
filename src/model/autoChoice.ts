import { parseDocument } from 'yaml';
import { parseAgentSettings } from './agentSettings.ts';
import { readYaml } from './yamlSource.ts';

/**
 * What a person chose that `auto` is to mean: the key `auto` of `agents.yaml`; null where nobody chose.
 *
 * @param text settings that `parseAgentSettings` has found good
 */
export function autoOf(file: string, text: string): string | null {
  const yaml = readYaml(file, text);
  const value = yaml.ok ? yaml.value.value : null;
  const chosen = typeof value === 'object' && value !== null && 'auto' in value ? value.auto : null;
  return typeof chosen === 'string' && chosen !== 'auto' ? chosen : null;
}

/**
 * The settings with another choice, or with none (null), everything else as it was: comments, order, spaces. A file that
 * is written in another way than people write it is written anew.
 *
 * @param text settings that `parseAgentSettings` has found good
 */
export function withAuto(file: string, text: string, name: string | null): string {
  const line = name === null ? '' : `auto: ${name}\n`;
  const edited = /^auto:/m.test(text) ? text.replace(/^auto:[^\n]*(?:\n|$)/m, line) : `${line}${text}`;
  if (parseAgentSettings(file, edited).ok && autoOf(file, edited) === name) return edited;
  const document = parseDocument(text);
  if (name === null) document.delete('auto');
  else document.set('auto', name);
  return document.toString({ lineWidth: 0 });
}
