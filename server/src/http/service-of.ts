/** What lies below these folders. */
const FOLDERS: readonly (readonly [string, string])[] = [
  ['/stream/', 'stream'],
  ['/delivery/', 'delivery'],
  ['/rest/v1/', 'rest'],
  ['/auth/v1/', 'auth'],
  ['/storage/v1/', 'storage'],
  ['/functions/v1/', 'functions'],
  ['/realtime/v1/', 'realtime'],
  ['/assets/', 'assets'],
];

/** No other path that begins like one of these: what is not there is a page, and costs as much. */
const OPERATIONS = new Set([
  '/healthz',
  '/readyz',
  '/metrics',
  '/operations/v1/slow-statements',
  '/status',
  '/config.json',
]);

/** The service that answers a path, for logs and metrics: few values, whatever the path. */
export function serviceOf(path: string): string {
  if (OPERATIONS.has(path)) return 'operations';
  for (const [folder, service] of FOLDERS)
    if (path.startsWith(folder) || path === folder.slice(0, -1)) return service;
  return 'web';
}
