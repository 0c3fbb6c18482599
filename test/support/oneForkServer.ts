import { openForkServer } from '../../src/git/forkServer/openForkServer.ts';
import { builtForkServer } from './builtPrograms.ts';

/** Of all worlds that the tests of a process open. */
export const oneForkServer = openForkServer(builtForkServer);
