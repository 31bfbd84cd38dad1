import { pino } from 'pino';

/** One JSON object per line. The level is a setting; see main.ts. */
export const log = pino({ base: null, level: 'info' });
