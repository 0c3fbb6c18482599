/** What is new in a brief: paragraphs that no earlier brief has, in order, below their headings. '' if nothing is new. */
export function newsOf(earlier: readonly string[], brief: string): string {
  const known = new Set(earlier.flatMap(paragraphs));
  const out: string[] = [];
  let heading: string | null = null;
  for (const paragraph of paragraphs(brief)) {
    if (paragraph.startsWith('#') && !paragraph.includes('\n')) {
      heading = paragraph;
      continue;
    }
    if (known.has(paragraph)) continue;
    if (heading !== null) out.push(heading);
    heading = null;
    out.push(paragraph);
  }
  return out.join('\n\n');
}

const paragraphs = (text: string): readonly string[] =>
  text
    .split(/\n{2,}/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
