import type { Usage } from '../model/attempt/usage.ts';

/** Usage in words for people: `12.4k tokens`, `$0.18`. Omits what is unknown. */
export function usageFacts(usage: Usage): readonly string[] {
  const tokens = tokenWord(usage);
  const facts = [tokens === '' ? '' : `${tokens} ${tokens === '1' ? 'token' : 'tokens'}`, costWord(usage)];
  return facts.filter((fact) => fact !== '');
}

/** How many tokens: `12.4k`; '' if unknown. */
export function tokenWord(usage: Usage): string {
  const tokens = tokensOf(usage);
  return tokens === null ? '' : shortNumber(tokens);
}

/** What it cost: `$0.18`; '' if unknown. Shows cents unless it is zero, and less than a cent as `< $0.01`. */
export function costWord({ costUsd }: Usage): string {
  if (costUsd === null) return '';
  if (costUsd === 0) return '$0';
  return costUsd < 0.01 ? '< $0.01' : `$${costUsd.toFixed(2)}`;
}

/** The same with input and output tokens, if both are known: `12.4k tokens (11k in, 1.4k out)`, `$0.18`. */
export function usageDetails(usage: Usage): readonly string[] {
  const { inputTokens, outputTokens } = usage;
  if (inputTokens === null || outputTokens === null) return usageFacts(usage);
  const [tokens = '', ...cost] = usageFacts(usage);
  return [`${tokens} (${shortNumber(inputTokens)} in, ${shortNumber(outputTokens)} out)`, ...cost];
}

/** The total that an agent reports, which may be more than input plus output; else those two added. */
function tokensOf({ inputTokens, outputTokens, totalTokens }: Usage): number | null {
  const known = [inputTokens, outputTokens].filter((one) => one !== null);
  const sum = known.length === 0 ? null : known.reduce((so, one) => so + one, 0);
  // Over several attempts, one agent may have reported a total and another only the parts.
  return totalTokens === null || sum === null ? (totalTokens ?? sum) : Math.max(totalTokens, sum);
}

/** `950`, `1.2k`, `12.4k`, `124k`, `1.2M`. */
export function shortNumber(value: number): string {
  const whole = Math.round(value);
  if (whole < 1000) return String(whole);
  const [scaled, unit] = whole < 999_500 ? [whole / 1000, 'k'] : [whole / 1_000_000, 'M'];
  return `${scaled < 99.95 ? scaled.toFixed(1).replace(/\.0$/, '') : Math.round(scaled)}${unit}`;
}
