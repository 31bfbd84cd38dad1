const PREFIXES: readonly (readonly [string, string])[] = [
  ['/stream/', 'stream'],
  ['/delivery/', 'stream'],
  ['/rest/v1', 'rest'],
  ['/auth/v1', 'auth'],
  ['/storage/v1', 'storage'],
  ['/functions/v1', 'functions'],
  ['/realtime/v1', 'realtime'],
  ['/assets/', 'assets'],
  ['/healthz', 'operations'],
  ['/readyz', 'operations'],
  ['/metrics', 'operations'],
  ['/operations/v1', 'operations'],
  ['/status', 'operations'],
  ['/config.json', 'operations'],
];

/** The service that answers a path, for logs and metrics: few values, whatever the path. */
export function serviceOf(path: string): string {
  for (const [prefix, service] of PREFIXES) if (path.startsWith(prefix)) return service;
  return 'web';
}
