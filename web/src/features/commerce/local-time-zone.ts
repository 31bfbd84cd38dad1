/** The browser's time zone: dates on receipts are the reader's local dates. */
export const localTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
