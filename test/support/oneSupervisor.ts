import { shareSupervisor, type SharedSupervisor } from '../../src/process/sharedSupervisor.ts';
import { builtSupervisor } from './builtPrograms.ts';

const shared = shareSupervisor({
  supervisorPath: builtSupervisor,
});

/**
 * The supervisor of all worlds that the tests of a file open: a start of Node each would be a fifth of what they cost. It ends
 * with the process of the tests.
 */
export const oneSupervisor: SharedSupervisor = { get: shared.get, end: async () => undefined };
