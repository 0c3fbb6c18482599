/** What `launch` starts: `dist/runner.cjs`. All else is in one file beside it, whose code is kept after the first time. */
const { version } = require('./version.ts');
const entry = require('node:path').join(__dirname, 'run.cjs');
require('../host/keptCode.ts').startProgram({ entry, name: 'runner', version }, process.env);
