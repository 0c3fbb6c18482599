import { configureGlobal } from 'fast-check';

/** Drawn by the thorough part; none in `npm test`. */
const drawn = process.env['CAIRN_SEED'];

/** Of properties that name no seed: the same in each run, but for those that the thorough part draws. */
configureGlobal({ seed: Number(drawn ?? 1) });

/** How often a property is tried of which many tries cost seconds: in `npm test`, and with a drawn seed. */
export const runsOf = (few: number, many: number): number => (drawn === undefined ? few : many);
