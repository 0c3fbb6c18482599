/** A person's answer; `allow-always` covers acts of the same kind for the rest of the attempt. */
export const PERMISSION_ANSWERS = ['allow', 'allow-always', 'deny'] as const;
export type PermissionAnswer = (typeof PERMISSION_ANSWERS)[number];

/** Kinds of acts, as in the Agent Client Protocol; any other word is `other`. */
export const TOOL_KINDS = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
] as const;
export type ToolKind = (typeof TOOL_KINDS)[number];
