/** A day in Haiti, as date fields and the database write it. */
export const haitianDay = (daysFromNow: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Port-au-Prince' }).format(
    Date.now() + daysFromNow * 86_400_000,
  );
