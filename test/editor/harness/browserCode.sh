#!/bin/sh
# The door that @vscode/test-electron's runTests opens as `vscodeExecutablePath`; see browserCode.ts.
harness=$(dirname "$0")
exec "$harness/../../../node_modules/.bin/node" "$harness/browserCode.ts" "$@"
