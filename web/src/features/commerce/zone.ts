/** The reader's own: a day on a receipt is the day they lived. */
export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
