import { pino } from 'pino';

const out = pino.destination({ fd: 1, sync: true });
// A log that cannot be written, because its disk is full or its reader is gone, must not end the house.
out.on('error', () => {});

/** One JSON object per line. The level is a setting; see main.ts. */
export const log = pino({ base: null, level: 'info', serializers: { error: pino.stdSerializers.err } }, out);
