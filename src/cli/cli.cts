#!/usr/bin/env node
// Written for Nodes that are too old: this file must load there to say so. No syntax after ES2015.
const major = Number(process.versions.node.split('.')[0]);
const words = process.argv.slice(2);
if (major < 22) {
  const message = 'Cairn needs Node 22 or newer, this is ' + process.version + '.';
  // What `npm ci` brought beside a Cairn that was built here.
  const brought = require('path').join(__dirname, '..', 'node_modules', '.bin', 'node');
  const hint = require('fs').existsSync(brought)
    ? 'Run it with the Node that npm ci brought: ' + brought + ' ' + __filename
    : 'Install a newer Node from https://nodejs.org and run the same command again.';
  const details = { found: process.versions.node, needed: '22' };
  if (words.indexOf('--json') >= 0) {
    const error = { code: 'machine/node-too-old', message: message, hint: hint, details: details };
    process.stdout.write(JSON.stringify({ error: error }) + '\n');
  }
  process.stderr.write('cairn: ' + message + ' ' + hint + '\n');
  process.exitCode = 8;
} else {
  const version = require('../runner/version.ts').version;
  if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
    // The one answer that needs nothing of the program.
    process.stdout.write(version + '\n');
  } else {
    const name = /^[a-z]+$/.test(words[0] || '') ? words[0] : 'other';
    const entry = require('path').join(__dirname, 'cairn.cjs');
    require('../host/keptCode.ts').startProgram({ entry: entry, name: name, version: version }, process.env);
  }
}
