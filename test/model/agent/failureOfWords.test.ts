import { describe, expect, test } from 'vitest';
import { failureOfWords } from '../../../src/model/agent/failureOfWords.ts';

describe('words that stand in the place of an answer', () => {
  test.each([
    ['Error: 429 Too Many Requests', 'Error: 429 Too Many Requests'],
    ['  \n\tError: no', 'Error: no'],
    ['\ufeffERROR: no', 'ERROR: no'],
    ['Error : no', 'Error : no'],
    ['**Error:** 503 from upstream', 'Error: 503 from upstream'],
    ['**Error**: no', 'Error: no'],
    ['## Error: no', 'Error: no'],
    ['❌ Error: no', 'Error: no'],
    ['⚠️ Error: no', 'Error: no'],
    ['✗ Error: no', 'Error: no'],
    ['● Error: no', 'Error: no'],
    ['[API Error: You exceeded your current quota]', 'API Error: You exceeded your current quota]'],
    ['\u001b[31mError: no\u001b[0m\r\n', 'Error: no'],
    ['Error:', 'Error:'],
    ['Error (503): no', 'Error (503): no'],
    ['Error 429: slow down', 'Error 429: slow down'],
    ['API Error: 429 {"type":"error"}', 'API Error: 429 {"type":"error"}'],
    ['API Error (Connection error.)', 'API Error (Connection error.)'],
    ['Internal server error: try later', 'Internal server error: try later'],
    ['CAPIError: 503 model_degraded', 'CAPIError: 503 model_degraded'],
    ['RateLimitError: Error code: 429', 'RateLimitError: Error code: 429'],
    ['Execution failed: Error: Failed to get response from the AI model; retried 5 times', undefined],
    ['exceeded retry limit, last status: 429 Too Many Requests', undefined],
    ['Exceeded retry limit, last status: 401 Unauthorized\n\n', undefined],
    ['stream disconnected before completion: closed', undefined],
    ['unexpected status 500 Internal Server Error: oh', undefined],
    ['Claude AI usage limit reached|1749924000', undefined],
    ["You've hit your limit · resets 3pm", undefined],
    ['You’ve reached your weekly limit', undefined],
    ['Credit balance is too low', undefined],
    ['Not logged in · Please run /login', undefined],
    ['Invalid API key · Please run /login', undefined],
    ['{"type":"error","error":{"type":"overloaded_error"}}', undefined],
    ['{ "error": {"message": "no"} }', undefined],
  ])('%j', (words, failure = words.trim()) => {
    expect(failureOfWords(words)).toBe(failure);
  });
});

test.each([
  '',
  'added a test for 401',
  'Added a test for 401 and 429; all pass.',
  'All done. The last run printed\n\nError: no such file\n\nwhich is what the test expects.',
  'It now ends with Error: no such file',
  'The message is now "Error: no such file"',
  '`Error: no such file` is thrown where the file is missing.',
  '```\nError: no such file\n```\nis what it said before.',
  '> Error: no such file\n\nThis is mended.',
  '✅ Error: is told in red',
  '[Error: no such file](docs/errors.md) is described.',
  '- Error: is told in red\n- Warning: is told in yellow',
  '* Error: is told in red',
  'Error handling: each provider has its own.',
  'Error messages are translated.',
  'Errors: 0, warnings: 0',
  'Errors are told now.',
  'TypeError: is now caught in run().',
  'Rate limit exceeded errors are tried again.',
  'Invalid API key is now told in one sentence.',
  'Not logged in: that case has a test now.',
  'You may hit your limit.',
  'I exceeded retry limit on purpose to see what happens.',
  'The API error: it is tried again now.',
  // As git and compilers say it, when a command of a script failed and the script went on.
  'error: Your local changes to the following files would be overwritten by checkout:',
  '{"errors": []}',
  '{"error": null, "ok": true}',
])('%j is an answer', (words) => {
  expect(failureOfWords(words)).toBeNull();
});
