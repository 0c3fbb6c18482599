import { opencode } from '../support/agents/opencode.ts';
import { qwen } from '../support/agents/qwen.ts';
import { THOROUGH } from '../support/thorough.ts';
import { aRealAgent } from './aRealAgent.ts';

aRealAgent('opencode', THOROUGH, {
  // Its modes do not say what it asks for: its settings do.
  make: (place) => opencode(place, { edit: 'ask', bash: 'ask' }),
  asks: 'build',
  modes: ['build', 'plan'],
  resumes: true,
  command: (line) => ({ title: line, rawInput: { command: line } }),
  overcomesCut: true,
  refusal: (status) => ({
    code: -32603,
    message: `Internal error: scripted ${status}`,
    data: { service: 'session', errorName: 'APIError' },
  }),
  usage: /"stopReason":"end_turn","usage":\{"inputTokens":[1-9]/,
});

aRealAgent('Qwen Code', THOROUGH, {
  make: qwen,
  asks: 'default',
  modes: ['auto', 'plan', 'default', 'auto-edit', 'yolo'],
  resumes: true,
  command: (line) => ({ rawInput: { command: line } }),
  overcomesCut: true,
  refusal: (status) =>
    status === 429
      ? { code: 429, message: 'Rate limit exceeded. Try again later.' }
      : { code: -32603, message: 'Internal error', data: { details: `${status} scripted ${status}` } },
  usage: /"_meta":\{"usage":\{"inputTokens":[1-9]/,
});
