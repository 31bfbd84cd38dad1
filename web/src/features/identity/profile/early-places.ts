/** Ids of the elements in which a script shows the member's name and picture before the app is there. */
export const EARLY_NAME = 'early-name';
export const EARLY_PORTRAIT = 'early-portrait';
