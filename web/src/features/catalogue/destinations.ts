/** Where the buttons of a title lead, outside of the catalogue. */
export function toPlayer(media: 'movie' | 'episode', id: string): string {
  return `/watch/${media}/${id}`;
}

export function toTopic(id: string): string {
  return `/forum/topic/${id}`;
}
