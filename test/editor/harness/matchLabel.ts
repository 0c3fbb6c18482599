/** What a test calls a thing on the screen: its whole label, or a pattern for labels with changing parts. */
export type Label = string | RegExp;

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
// The workbench writes some spaces as no-break spaces.
const words = (text: string): string => escape(text).replaceAll(/\s+/g, String.raw`\s+`);

/** The whole text, but for spaces around it. */
export function wholeText(label: Label): RegExp {
  return typeof label === 'string' ? new RegExp(String.raw`^\s*${words(label)}\s*$`) : label;
}

/** The text with no letter or digit going on at its ends: `Phase 1` is in `Phase 1, done` and not in `Phase 10`. */
export function textWithin(label: Label): RegExp {
  return typeof label === 'string'
    ? new RegExp(String.raw`(^|[^\p{L}\p{N}])${words(label)}($|[^\p{L}\p{N}])`, 'u')
    : label;
}
