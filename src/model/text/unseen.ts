/**
 * Characters of a regular expression's class (with the flag `u`) that show nothing beside white space: NUL and other control
 * characters, byte order marks, soft hyphens, zero-width characters, Hangul fillers and the Braille blank.
 */
export const UNSEEN = String.raw`\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800`;
