/** With `CAIRN_THOROUGH=1` tests run that say of one more real agent what others say of another, and take minutes. */
export const thorough = process.env['CAIRN_THOROUGH'] === '1';
