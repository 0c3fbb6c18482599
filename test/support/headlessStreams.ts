/** Messages as Claude Code 2.1 prints them with `-p --output-format stream-json --verbose`. */
export const claude = {
  init: {
    type: 'system',
    subtype: 'init',
    cwd: '/work',
    session_id: 'a-session',
    tools: ['Bash', 'Edit'],
    mcp_servers: [],
    model: 'claude-sonnet-4-5-20250929',
    permissionMode: 'acceptEdits',
    apiKeySource: 'none',
    claude_code_version: '2.1.238',
    uuid: 'u1',
  },
  says: (text: string, over: object = {}) => claudeSays([{ type: 'text', text }], over),
  calls: (id: string, name: string, input: object) => claudeSays([{ type: 'tool_use', id, name, input }]),
  called: (id: string, over: object = {}) => ({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'ok', ...over }] },
    parent_tool_use_id: null,
    session_id: 'a-session',
  }),
  retry: {
    type: 'system',
    subtype: 'api_retry',
    attempt: 1,
    max_retries: 10,
    retry_delay_ms: 2000,
    error_status: 429,
    error: 'rate_limit',
    session_id: 'a-session',
  },
  limit: (status: string, resetsAt: number) => ({
    type: 'rate_limit_event',
    rate_limit_info: { status, resetsAt, rateLimitType: 'five_hour' },
    session_id: 'a-session',
  }),
  result: (over: object = {}) => ({
    type: 'result',
    subtype: 'success',
    is_error: false,
    duration_ms: 1200,
    duration_api_ms: 900,
    num_turns: 2,
    result: 'last',
    stop_reason: 'end_turn',
    session_id: 'a-session',
    total_cost_usd: 0.0421,
    usage: {
      input_tokens: 11,
      output_tokens: 2,
      cache_creation_input_tokens: 100,
      cache_read_input_tokens: 900,
    },
    modelUsage: {},
    permission_denials: [],
    uuid: 'u9',
    ...over,
  }),
} as const;

const claudeSays = (content: readonly object[], over: object = {}): object => ({
  type: 'assistant',
  message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-4-5-20250929', content },
  parent_tool_use_id: null,
  session_id: 'a-session',
  ...over,
});

/** Events as `codex exec --json` prints them (codex-rs/exec/src/exec_events.rs). */
export const codex = {
  thread: { type: 'thread.started', thread_id: 'a-thread' },
  turn: { type: 'turn.started' },
  says: (text: string) => ({ type: 'item.completed', item: { id: 'item_9', type: 'agent_message', text } }),
  item: (when: 'started' | 'updated' | 'completed', item: object) => ({ type: `item.${when}`, item }),
  error: (message: string) => ({ type: 'error', message }),
  failed: (message: string) => ({ type: 'turn.failed', error: { message } }),
  completed: {
    type: 'turn.completed',
    usage: { input_tokens: 11, cached_input_tokens: 3, output_tokens: 2, reasoning_output_tokens: 1 },
  },
} as const;

/** As they are printed. */
export const printed = (lines: readonly (object | string)[]): string =>
  lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
