import type { Field } from './database.ts';

export interface PreparedStatement {
  /** Its name on the connection. */
  readonly id: string;
  readonly text: string;
  /** `uncertain`: a batch that was to prepare it failed, and nobody said how far it had come. */
  state: 'new' | 'ready' | 'uncertain';
  /** The columns it answers with. The database refuses to run a prepared statement whose columns changed. */
  fields: Field[] | undefined;
}

/** What is prepared on one connection. The longest unused goes when there are too many. */
export class PreparedStatements {
  readonly #limit: number;
  readonly #byName = new Map<string, PreparedStatement>();
  #forgotten: string[] = [];
  #count = 0;

  constructor(limit = 200) {
    this.#limit = limit;
  }

  find(role: string, name: string, text: string): PreparedStatement {
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

  /** Names that the connection should let go of; each is told once. */
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
