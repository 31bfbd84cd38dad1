/** Whether the connection lasted until the end of the answer. */
export function isComplete({ headers }: Response, { length }: Uint8Array): boolean {
  const expected = headers.get('content-length');
  // A proxy that packs the answer says another number.
  return expected === null || headers.has('content-encoding') || Number(expected) === length;
}
