import { expect, test } from 'vitest';
import { couldNotReach } from '../../../src/model/text/couldNotReach.ts';

test.each([
  'npm error code ENOTFOUND\nnpm error network request to https://registry.npmjs.org/left-pad failed',
  'npm error code EAI_AGAIN',
  'error Error: getaddrinfo ENOTFOUND registry.yarnpkg.com',
  "WARNING: Retrying after connection broken by 'NewConnectionError: [Errno -2] Name or service not known'",
  'curl: (6) Could not resolve host: index.crates.io',
  'warning: spurious network error: [6] Couldn’t resolve host name'.replace('’', "'"),
  '[ERROR] Unknown host repo.maven.apache.org: Name or service not known',
  'java.net.UnknownHostException: services.gradle.org',
  'dial tcp: lookup proxy.golang.org: no such host',
  'connect: Network is unreachable',
])('a program that reached no server says so: %j', (output) => {
  expect(couldNotReach(output)).toBe(true);
});

test.each([
  'npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/left-pat',
  'npm error code E401',
  'npm error code ERESOLVE\nnpm error could not resolve\nnpm error While resolving: a@1.0.0',
  'ERROR: No matching distribution found for pytst',
  'expected ECONNREFUSED but got 200',
  '',
])('one that failed otherwise does not: %j', (output) => {
  expect(couldNotReach(output)).toBe(false);
});
