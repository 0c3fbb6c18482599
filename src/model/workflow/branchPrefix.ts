/** The rules of `git check-ref-format` that a prefix alone can break; git decides when the branch is made. */
export function whyNotPrefix(prefix: string): string | null {
  if (!prefix.endsWith('/')) return 'must end with "/"';
  if (prefix.length > 100) return 'must have at most 100 characters';
  if (/[\p{Cc}\p{Cf}\p{Cs} ~^:?*[\\]|\.\.|@\{|\/\//u.test(prefix))
    return 'has characters that no branch may have';
  if (/^[-/]/.test(prefix)) return 'must not start with "-" or "/"';
  if (prefix.split('/').some((part) => part.startsWith('.') || /\.(lock)?$/.test(part)))
    return 'has a part that no branch may have';
  return null;
}
