import { openRepository } from '../../src/git/openRepository.ts';
import type { TreeId } from '../../src/model/names/ids.ts';
import { silentLog } from '../support/silentLog.ts';

/** `<root> <git> <base> <ours> <theirs>`: merges three trees and says so. */
const [root = '', git = '', ...trees] = process.argv.slice(2);
const [base, ours, theirs] = trees as [TreeId, TreeId, TreeId];
const repository = await openRepository(root, { log: silentLog, env: process.env, git });
await repository.merge(base, ours, theirs);
await repository.dispose();
process.stdout.write('merged\n');
