import { setTimeout as sleep } from 'node:timers/promises';
import { type MixName, roleOf } from './mix.ts';
import { ACTIONS, needsAccount, type Person, signUp, type World } from './people.ts';
import type { Tally } from './tally.ts';
import { Visitor } from './visitor.ts';

/** New people come a few at a time, each with an account if they need one. */
const PER_SECOND = 40;

/** People who do what their role does until the crowd leaves. */
export class Crowd {
  readonly #world: World;
  readonly #tally: Tally;
  readonly #mix: MixName;
  readonly #people: { visitor: Visitor; done: Promise<void>; leave: () => void }[] = [];
  #failed: Error | undefined;
  #next = 0;

  constructor(world: World, tally: Tally, mix: MixName) {
    this.#world = world;
    this.#tally = tally;
    this.#mix = mix;
  }

  /** Adds or removes people until there are so many. Throws when nobody can come. */
  async resize(size: number): Promise<void> {
    while (this.#people.length > size) await this.#dismiss();
    while (this.#people.length < size) {
      const count = Math.min(PER_SECOND / 4, size - this.#people.length);
      await Promise.all(Array.from({ length: count }, () => this.#admit()));
      await sleep(250);
      if (this.#failed) throw this.#failed;
    }
  }

  async leave(): Promise<void> {
    await Promise.all(this.#people.splice(0).map(end));
  }

  async #dismiss(): Promise<void> {
    const person = this.#people.pop();
    if (person) await end(person);
  }

  async #admit(): Promise<void> {
    const number = this.#next++;
    const role = roleOf(number, this.#mix);
    const person: Person = { visitor: new Visitor(this.#world.url, this.#tally, number + 1) };
    const leaving = new AbortController();
    const live = async (): Promise<void> => {
      if (needsAccount(role, number)) await signUp(person, this.#world);
      // So that not everybody does everything at the same moment.
      await sleep(Math.random() * 3_000);
      while (!leaving.signal.aborted) {
        // A failed request is counted where it failed; the person tries again.
        await ACTIONS[role](person, this.#world, this.#tally, () => leaving.signal.aborted).catch(() =>
          sleep(1_000),
        );
      }
    };
    const done = live().catch((error: Error) => {
      this.#failed ??= error;
    });
    this.#people.push({ visitor: person.visitor, done, leave: () => leaving.abort() });
  }
}

/** Does not wait for somebody who reads or buffers at the moment. */
async function end({ visitor, leave }: { visitor: Visitor; leave: () => void }): Promise<void> {
  leave();
  visitor.close();
}
