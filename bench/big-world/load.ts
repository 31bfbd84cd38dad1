import { fillBigWorld } from './fill.ts';
import { SIZES, type SizeName } from './size.ts';

/**
 * Fills an empty PostgreSQL database, as a superuser:
 * `npm run big-world -- small|medium|large postgres://postgres@127.0.0.1/lakou`
 */
const [size = '', url = process.env.DATABASE_URL] = process.argv.slice(2);
const scale = SIZES[size as SizeName] ?? Number(size);
if (!url || !(scale > 0))
  throw new Error('say which size (small, medium, large, or a part of large such as 0.1) and which database');
const started = performance.now();
await fillBigWorld(url, scale, (line) => console.log(line));
console.log(`filled in ${Math.round((performance.now() - started) / 1000)} s`);
