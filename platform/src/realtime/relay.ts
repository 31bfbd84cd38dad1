import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { ChannelRegistry, Elsewhere, Place } from './channel-registry.ts';
import type { Broadcast } from './frames.ts';
import type { Present } from './presence.ts';
import { joinParts, splitText } from './relay-parts.ts';

/*
 * Broadcasts and presence between the processes of one PostgreSQL, over NOTIFY. Every process says every few seconds
 * that it lives, and how often its list of people has changed; whoever has missed a change asks for the whole list.
 * The people of a process that falls silent are gone. With nobody else there, nothing but that sign of life is sent.
 */

type Word =
  | { say: 'hello' | 'bye' }
  | { say: 'alive'; changes: number }
  | { say: 'everybody'; changes: number; people: { place: Place; present: Present }[] }
  | { say: 'track'; changes: number; place: Place; present: Present }
  | { say: 'untrack'; changes: number; place: Place; ref: string }
  | { say: 'broadcast'; place: Place; event: string; json?: string; bytes?: string; meta?: string };

interface Peer {
  seen: number;
  changes: number;
  people: Map<string, { place: Place; present: Present }>;
}

const channel = 'realtime_relay';
/** Beyond this, what is said while the database does not answer is lost. */
const mostWaiting = 16 * 1024 * 1024;

export class Relay implements Elsewhere {
  readonly #database: Database;
  readonly #rooms: ChannelRegistry;
  readonly #report: (sentence: string) => void;
  readonly #name = randomUUID();
  readonly #peers = new Map<string, Peer>();
  readonly #people = new Map<string, { place: Place; present: Present }>();
  readonly #parts = joinParts();
  readonly #aliveMs: number;
  #changes = 0;
  #waiting: string[] = [];
  #waitingBytes = 0;
  #sending: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stop: () => Promise<void> = async () => {};

  constructor(
    database: Database,
    rooms: ChannelRegistry,
    report: (sentence: string) => void,
    aliveMs: number,
  ) {
    this.#database = database;
    this.#rooms = rooms;
    this.#report = report;
    this.#aliveMs = aliveMs;
  }

  async start(): Promise<void> {
    this.#stop = await this.#database.listen(channel, (payload) => this.#hear(payload));
    this.#rooms.elsewhere = this;
    this.#say({ say: 'hello' });
    this.#timer = setInterval(() => this.#beat(), this.#aliveMs).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#say({ say: 'bye' });
    await this.#sending;
    await this.#stop();
  }

  broadcast(place: Place, { event, payload, meta }: Broadcast): void {
    if (this.#peers.size === 0) return;
    const content = typeof payload === 'string' ? { json: payload } : { bytes: payload.toString('base64') };
    this.#say({ say: 'broadcast', place, event, ...content, ...(meta === undefined ? {} : { meta }) });
  }

  track(place: Place, present: Present): void {
    this.#people.set(present.ref, { place, present });
    this.#changes += 1;
    if (this.#peers.size > 0) this.#say({ say: 'track', changes: this.#changes, place, present });
  }

  untrack(place: Place, ref: string): void {
    if (!this.#people.delete(ref)) return;
    this.#changes += 1;
    if (this.#peers.size > 0) this.#say({ say: 'untrack', changes: this.#changes, place, ref });
  }

  #beat(): void {
    this.#say({ say: 'alive', changes: this.#changes });
    const longAgo = Date.now() - 4 * this.#aliveMs;
    for (const [name, peer] of this.#peers) if (peer.seen < longAgo) this.#forget(name, peer);
  }

  #hear(payload: string): void {
    const heard = this.#parts(payload);
    if (heard === undefined || heard.from === this.#name) return;
    const word = readWord(heard.text);
    if (word === undefined) return;
    const known = this.#peers.get(heard.from);
    if (word.say === 'bye') {
      if (known) this.#forget(heard.from, known);
      return;
    }
    const peer = known ?? { seen: 0, changes: 0, people: new Map() };
    peer.seen = Date.now();
    this.#peers.set(heard.from, peer);
    // Two who meet: the newcomer has said hello, or we have missed it and say it ourselves.
    if (known === undefined && word.say !== 'hello' && word.say !== 'everybody') this.#say({ say: 'hello' });
    this.#follow(peer, word);
  }

  #follow(peer: Peer, word: Word): void {
    switch (word.say) {
      case 'hello':
        this.#say({ say: 'everybody', changes: this.#changes, people: [...this.#people.values()] });
        return;
      case 'everybody':
        this.#replace(peer, word.people);
        peer.changes = word.changes;
        return;
      case 'alive':
        if (word.changes !== peer.changes) this.#say({ say: 'hello' });
        return;
      case 'track':
        if (word.changes <= peer.changes) return;
        if (word.changes === peer.changes + 1) peer.changes = word.changes;
        peer.people.set(word.present.ref, { place: word.place, present: word.present });
        this.#rooms.appear(word.place, word.present);
        return;
      case 'untrack':
        if (word.changes <= peer.changes) return;
        if (word.changes === peer.changes + 1) peer.changes = word.changes;
        peer.people.delete(word.ref);
        this.#rooms.vanish(word.place, word.ref);
        return;
      case 'broadcast': {
        const payload = word.json ?? Buffer.from(word.bytes ?? '', 'base64');
        const { place, event, meta } = word;
        this.#rooms.deliver(place, { event, payload, ...(meta === undefined ? {} : { meta }) });
      }
    }
  }

  #replace(peer: Peer, people: { place: Place; present: Present }[]): void {
    const now = new Map(people.map((person) => [person.present.ref, person]));
    for (const [ref, { place }] of peer.people) if (!now.has(ref)) this.#rooms.vanish(place, ref);
    for (const [ref, { place, present }] of now)
      if (!peer.people.has(ref)) this.#rooms.appear(place, present);
    peer.people = now;
  }

  #forget(name: string, peer: Peer): void {
    this.#replace(peer, []);
    this.#peers.delete(name);
  }

  #say(word: Word): void {
    const parts = splitText(this.#name, JSON.stringify(word));
    const bytes = parts.reduce((sum, { length }) => sum + length, 0);
    if (this.#waitingBytes + bytes > mostWaiting) {
      this.#report(
        'A message to the other processes was dropped: the database does not take them fast enough.',
      );
      return;
    }
    this.#waiting.push(...parts);
    this.#waitingBytes += bytes;
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined;
    });
  }

  /** What is said while the last words are on their way goes together. */
  async #send(): Promise<void> {
    while (this.#waiting.length > 0) {
      const parts = this.#waiting;
      this.#waiting = [];
      this.#waitingBytes = 0;
      try {
        await this.#database.query(
          `select pg_notify('${channel}', part) from unnest($1::text[]) with ordinality as said (part, place) order by place`,
          [parts],
        );
      } catch (error) {
        this.#report(`The other processes could not be told: ${(error as Error).message}`);
      }
    }
  }
}

/** Whoever may notify may say anything. */
function readWord(text: string): Word | undefined {
  try {
    return JSON.parse(text) as Word;
  } catch {
    return undefined;
  }
}
