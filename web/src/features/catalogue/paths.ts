/** Paths of pages outside of the catalogue. */
export function playerPath(media: 'movie' | 'episode', id: string): string {
  return `/watch/${media}/${id}`;
}

export function topicPath(id: string): string {
  return `/forum/topic/${id}`;
}
