/** Names of targets that change more than the working tree that they run in, or throw work away. */
const NAMES =
  /^(?:(?:un|pre-?|post-?|re)?install(?:-.+)?|publish(?:-.+)?|release(?:-.+)?|deploy(?:-.+)?|upload(?:-.+)?|push(?:-.+)?|docker-push|bump(?:-.+)?|tag|maintainer-clean)$/i;

/** Commands that do: with rights of others, by the same targets, to a registry, a host or a cluster, or with git's own word for it. */
const COMMANDS: readonly RegExp[] = [
  /(?:^|[\s;&|@-])(?:sudo|doas|ssh|scp|rsync)\s/,
  /(?:\$[({]MAKE[)}]|\bg?make|\bjust)\s[^;&|]*\b(?:install|publish|release|deploy|upload|push)\b/,
  /\b(?:npm|pnpm|yarn|bun|cargo|poetry|uv|hatch|flit|twine|gem|docker|podman|helm|vsce|netlify|vercel|firebase)\s+(?:\S+\s+)?(?:publish|upload|push|deploy)\b/,
  /\bgit\s+(?:-\S+\s+)*(?:push|clean|reset|commit|tag|stash|checkout|switch|restore)\b/,
  /\b(?:kubectl\s+(?:apply|delete)|terraform\s+(?:apply|destroy)|gh\s+release)\b/,
  /(?:^|[\s;&|@-])install\s+-/,
];

/** Whether a target of that name, or with these lines, installs, publishes or deploys something, or throws work away. */
export const actsOutside = (name: string, text: string): boolean =>
  NAMES.test(name) || COMMANDS.some((command) => command.test(text));
