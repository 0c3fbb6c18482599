import { configureGlobal } from 'fast-check';

/** Of properties that name no seed: the same in each run, but for those that the thorough part draws. */
configureGlobal({ seed: Number(process.env['CAIRN_SEED'] ?? 1) });
