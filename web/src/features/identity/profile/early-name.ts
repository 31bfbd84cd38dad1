/** Id of the element in which a script shows the member's name before the app is there. */
export const EARLY_NAME = 'early-name';
