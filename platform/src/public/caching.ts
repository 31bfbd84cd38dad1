/** `@lakou/platform/caching`: keeping what was made from the database until that changes. */
export type { CacheStats, ChangeNotices } from '../caching/change-notices.ts';
export { type Dependencies, dependenciesOf, mergeDependencies } from '../caching/dependencies.ts';
export { FreshCache, type Made } from '../caching/fresh-cache.ts';
