import { setTimeout as sleep } from 'node:timers/promises';
import { EDITORS, type MixName, type Role, roleOf } from './mix.ts';
import { ACTIONS, needsAccount } from './people.ts';
import { Person, type World } from './person.ts';
import type { Tally } from './tally.ts';

/** New people come a few at a time, each with an account if they need one. */
const PER_SECOND = 40;
const TRY_AGAIN_MS = 1_000;

export interface CrowdOptions {
  mix: MixName;
  /** How many times as fast as real people they think, read and watch. */
  pace?: number;
  /** What can be repeated is repeated when nobody answered it; otherwise that is a failure. */
  repeats?: boolean;
}

/** People who do what their role does until the crowd leaves. */
export class Crowd {
  readonly #world: World;
  readonly #tally: Tally;
  readonly #options: CrowdOptions;
  readonly #people: { person: Person; done: Promise<void> }[] = [];
  #editors: { person: Person; done: Promise<void> }[] | undefined;
  #failed: Error | undefined;
  #next = 0;

  constructor(world: World, tally: Tally, options: CrowdOptions) {
    this.#world = world;
    this.#tally = tally;
    this.#options = options;
  }

  /** Adds or removes people until there are so many. Throws when nobody can come. Editors are not counted. */
  async resize(size: number): Promise<void> {
    const { mix } = this.#options;
    this.#editors ??= Array.from({ length: this.#world.video ? EDITORS[mix] : 0 }, () => this.#admit('edit'));
    for (const { person } of this.#people.splice(size)) person.leave();
    while (this.#people.length < size) {
      const count = Math.min(PER_SECOND / 4, size - this.#people.length);
      for (let n = 0; n < count; n += 1) this.#people.push(this.#admit(roleOf(this.#next, mix)));
      await sleep(250);
      if (this.#failed) throw this.#failed;
    }
  }

  async leave(): Promise<void> {
    const all = [...this.#people.splice(0), ...(this.#editors ?? [])];
    this.#editors = undefined;
    for (const { person } of all) person.leave();
    await Promise.all(all.map(({ done }) => done));
  }

  #admit(role: Role | 'edit'): { person: Person; done: Promise<void> } {
    const number = this.#next++;
    const { pace = 1, repeats = false } = this.#options;
    const person = new Person(this.#world, { tally: this.#tally, number: number + 1, pace, repeats });
    const done = this.#live(person, role, number).catch((error: Error) => {
      if (!person.hasLeft) this.#failed ??= error;
    });
    return { person, done };
  }

  async #live(person: Person, role: Role | 'edit', number: number): Promise<void> {
    if (needsAccount(role, number)) await person.signUp();
    // So that not everybody does everything at the same moment.
    await person.wait(Math.random() * 3_000);
    while (!person.hasLeft) {
      // A failed request is counted where it failed; the person tries again.
      await ACTIONS[role](person).catch(() => person.wait(TRY_AGAIN_MS));
    }
  }
}
