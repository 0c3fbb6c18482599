/** Takes a lease (state folder, key, lease ms, heartbeat ms) and keeps it until it is killed or told to let go. */
import { createClock } from '../../src/host/clock.ts';
import { createLeases } from '../../src/files/leases.ts';
import type { SessionId } from '../../src/model/names/ids.ts';

const [stateFolder = '', key = '', leaseMs = '0', heartbeatMs = '0'] = process.argv.slice(2);
const leases = createLeases({
  stateFolder,
  gitDir: stateFolder,
  clock: createClock(),
  leaseMs: Number(leaseMs),
  heartbeatMs: Number(heartbeatMs),
});
const lease = await leases.take(key, { session: 'other-session' as SessionId, run: 'run-1' });
if ('heldBy' in lease) {
  console.log(JSON.stringify(lease));
} else {
  console.log(JSON.stringify({ epoch: lease.epoch, tookOver: lease.tookOver }));
  lease.lost.addEventListener('abort', () => {
    console.log('lost');
    process.exit(0);
  });
  process.stdin.on('data', () => void lease.release().then(() => process.exit(0)));
  process.stdin.on('end', () => process.exit(1));
}
