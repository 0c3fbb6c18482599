/** Put in by the bundler; from source there is none. */
declare const CAIRN_VERSION: string | undefined;

/** The version of this Cairn, `0.0.0-source` where it was not built. */
export const version = typeof CAIRN_VERSION === 'string' ? CAIRN_VERSION : '0.0.0-source';
