import { z } from 'zod';

// Pages refuse eval. Zod would try it to compile its checks, and browsers report the attempt.
if ('document' in globalThis) z.config({ jitless: true });

export { z };
