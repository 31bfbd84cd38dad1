import { type Broadcast, broadcastMessage, type Message, textMessage } from './frames.ts';
import { PresenceList, type Present } from './presence.ts';

/** A topic's name without `realtime:`. The private and the public topic of one name are two places. */
export interface Place {
  topic: string;
  private: boolean;
}

/** Somebody in a room. */
export interface Member {
  readonly hearsPresence: boolean;
  send(message: Message): void;
}

/** The other processes of this database. */
export interface Elsewhere {
  broadcast(place: Place, broadcast: Broadcast): void;
  track(place: Place, present: Present): void;
  untrack(place: Place, ref: string): void;
}

const momentMs = 50;

class Room {
  readonly members = new Set<Member>();
  readonly presence = new PresenceList();
  telling: NodeJS.Timeout | undefined;
}

/** Who is on which topic, and what reaches them there. */
export class ChannelRegistry {
  readonly #rooms = new Map<string, Room>();
  elsewhere: Elsewhere | undefined;

  enter(place: Place, member: Member): void {
    this.#room(place).members.add(member);
  }

  leave(place: Place, member: Member): void {
    this.#rooms.get(nameOf(place))?.members.delete(member);
    this.#sweep(place);
  }

  isOccupied(place: Place): boolean {
    return (this.#rooms.get(nameOf(place))?.members.size ?? 0) > 0;
  }

  /** To everybody on the topic, in every process. */
  publish(place: Place, broadcast: Broadcast, except?: Member): void {
    this.deliver(place, broadcast, except);
    this.elsewhere?.broadcast(place, broadcast);
  }

  /** To those who are connected to this process. */
  deliver(place: Place, broadcast: Broadcast, except?: Member): void {
    const room = this.#rooms.get(nameOf(place));
    if (room === undefined) return;
    const message = broadcastMessage(`realtime:${place.topic}`, broadcast);
    for (const member of room.members) if (member !== except) member.send(message);
  }

  presenceState(place: Place): string {
    return this.#rooms.get(nameOf(place))?.presence.state() ?? '{}';
  }

  track(place: Place, present: Present, previous?: string): void {
    if (previous !== undefined) this.untrack(place, previous);
    this.appear(place, present);
    this.elsewhere?.track(place, present);
  }

  untrack(place: Place, ref: string): void {
    this.vanish(place, ref);
    this.elsewhere?.untrack(place, ref);
  }

  /** Somebody is there, here or in another process. */
  appear(place: Place, present: Present): void {
    const room = this.#room(place);
    room.presence.add(present);
    this.#notifySoon(place, room);
  }

  vanish(place: Place, ref: string): void {
    const room = this.#rooms.get(nameOf(place));
    if (room?.presence.remove(ref)) this.#notifySoon(place, room);
  }

  close(): void {
    for (const { telling } of this.#rooms.values()) clearTimeout(telling);
    this.#rooms.clear();
  }

  #room(place: Place): Room {
    const name = nameOf(place);
    const room = this.#rooms.get(name) ?? new Room();
    this.#rooms.set(name, room);
    return room;
  }

  #notifySoon(place: Place, room: Room): void {
    room.telling ??= setTimeout(() => {
      room.telling = undefined;
      const difference = room.presence.difference();
      if (difference !== undefined) {
        const message = textMessage(`realtime:${place.topic}`, 'presence_diff', difference);
        for (const member of room.members) if (member.hearsPresence) member.send(message);
      }
      this.#sweep(place);
    }, momentMs);
  }

  #sweep(place: Place): void {
    const room = this.#rooms.get(nameOf(place));
    if (room === undefined || room.telling !== undefined) return;
    if (room.members.size === 0 && room.presence.isEmpty) this.#rooms.delete(nameOf(place));
  }
}

function nameOf({ topic, private: isPrivate }: Place): string {
  return `${isPrivate ? 'private' : 'public'}:${topic}`;
}
