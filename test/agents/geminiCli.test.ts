import { expect } from 'vitest';
import { gemini } from '../support/agents/gemini.ts';
import { THOROUGH } from '../support/thorough.ts';
import { aRealAgent } from './aRealAgent.ts';

// A file of its own, so that its long pauses between tries pass while the others work.
aRealAgent('Gemini CLI', THOROUGH, {
  make: gemini,
  asks: 'default',
  modes: ['default', 'autoEdit', 'yolo', 'plan'],
  resumes: false,
  command: (line) => ({ title: line }),
  overcomesCut: false,
  refusal: (status) => ({ code: status, message: expect.stringContaining(`scripted ${status}`) }),
  usage: /"quota":\{"token_count":\{"input_tokens":[1-9]/,
});
