const PREFIXES: readonly (readonly [string, string])[] = [
  ['/stream/', 'stream'],
  ['/rest/v1', 'rest'],
  ['/auth/v1', 'auth'],
  ['/storage/v1', 'storage'],
  ['/functions/v1', 'functions'],
  ['/realtime/v1', 'realtime'],
  ['/assets/', 'assets'],
  ['/healthz', 'house'],
  ['/readyz', 'house'],
  ['/metrics', 'house'],
  ['/config.json', 'house'],
];

/** Who answers an address, as logs and numbers call it: a handful of words, whatever people ask for. */
export function serviceOf(path: string): string {
  for (const [prefix, service] of PREFIXES) if (path.startsWith(prefix)) return service;
  return 'web';
}
