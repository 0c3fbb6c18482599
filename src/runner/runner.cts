/** What `launch` starts: `dist/runner.cjs`. All else is in one file beside it, which Node finds compiled after the first time. */
require('../host/compileCache.ts').useCompileCache(require('./version.ts').version, process.env);
require('./run.cjs');
