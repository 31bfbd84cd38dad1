/** The caller hung up before the request was whole: nobody's mistake, and nobody is left to be told. */
export function isBrokenOff(error: unknown): boolean {
  return (
    error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
  );
}
