/** One page plays every download: offline there is one document for all. */
export function watchDownloadPath(id: string): string {
  return `/downloads/watch?id=${id}`;
}
