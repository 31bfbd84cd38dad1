/**
 * Where the buttons of a title lead. A page that is not in the sitemap yet stands on `false`: its buttons say that it
 * opens soon, and free titles' cards leave theirs out.
 */
const OPEN = { watch: true, forum: true };

export type Destination = string | false;

export function toPlayer(media: 'movie' | 'episode', id: string): Destination {
  return OPEN.watch && `/watch/${media}/${id}`;
}

export function toTopic(id: string): Destination {
  return OPEN.forum && `/forum/topic/${id}`;
}
