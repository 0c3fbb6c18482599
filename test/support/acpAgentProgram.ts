/**
 * A program that speaks the Agent Client Protocol, written with its own SDK, and does what a test has laid out for it:
 * the part is JSON in `ACP_PART`. Run with Node 24 as it stands.
 */
import type { AcpPart } from './acpPart.ts';
import { playAcp } from './playAcp.ts';

const part = JSON.parse(process.env['ACP_PART'] ?? '{}') as AcpPart;

if (part.ignoresEnd === true) setInterval(() => {}, 1000);
process.on('SIGTERM', () => {
  if (part.ignoresEnd !== true) process.exit(143);
});
playAcp(part, {
  input: process.stdin,
  output: process.stdout,
  errors: (text) => process.stderr.write(text),
  exit: (code) => process.exit(code),
});
