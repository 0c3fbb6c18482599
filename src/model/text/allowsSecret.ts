/** In a line or the one above it, says that what looks like a secret is none. */
export const ALLOWS_SECRET = /cairn:allow-secret|secretlint-disable/;

/** A text that allows no secret in it. */
export const withoutAllowance = (text: string): string => text.split(ALLOWS_SECRET).join(' ');
