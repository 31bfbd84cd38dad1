import type { Field } from './database.ts';

export interface PreparedStatement {
  /** Its name on the connection. */
  readonly id: string;
  readonly text: string;
  /** `uncertain`: the batch that should have prepared it failed, perhaps before doing so. */
  state: 'new' | 'ready' | 'uncertain';
  /** The result columns. The database refuses to run a prepared statement whose columns have changed. */
  fields: Field[] | undefined;
}

/** The prepared statements of one connection. The least recently used is removed when there are too many. */
export class PreparedStatements {
  readonly #limit: number;
  readonly #byName = new Map<string, PreparedStatement>();
  #forgotten: string[] = [];
  #count = 0;
  #isOff = false;

  constructor(limit = 200) {
    this.#limit = limit;
  }

  /** From now on nothing is prepared: the statements of this connection do not stay with it. */
  turnOff(): void {
    this.#isOff = true;
  }

  /** Undefined: the statement is not prepared but sent each time. */
  find(role: string, name: string, text: string): PreparedStatement | undefined {
    if (this.#isOff) return undefined;
    const key = `${role}\0${name}`;
    const known = this.#byName.get(key);
    if (known !== undefined) {
      if (known.text !== text) throw new Error(`the statement name "${name}" stands for two different texts`);
      this.#byName.delete(key);
      this.#byName.set(key, known);
      return known;
    }
    this.#count += 1;
    const made: PreparedStatement = { id: `s${this.#count}`, text, state: 'new', fields: undefined };
    this.#byName.set(key, made);
    if (this.#byName.size > this.#limit) this.#forgetOldest();
    return made;
  }

  /** Names to close on the connection; each is returned once. */
  forgotten(): string[] {
    const ids = this.#forgotten;
    this.#forgotten = [];
    return ids;
  }

  #forgetOldest(): void {
    for (const [key, oldest] of this.#byName) {
      this.#byName.delete(key);
      if (oldest.state !== 'new') this.#forgotten.push(oldest.id);
      return;
    }
  }
}
