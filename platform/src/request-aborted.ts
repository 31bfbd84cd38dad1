/** The caller hung up before the request was complete. Not worth a log line. */
export function isRequestAborted(error: unknown): boolean {
  return (
    error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
  );
}
