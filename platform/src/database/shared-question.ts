/**
 * A question that is under way at most once. Everybody who asks before it is sent shares the answer, so an answer is never
 * older than the question of the one who gets it.
 */
export class SharedQuestion<T> {
  readonly #send: () => Promise<T>;
  #underWay: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  constructor(send: () => Promise<T>) {
    this.#send = send;
  }

  ask(): Promise<T> {
    if (this.#underWay === undefined && this.#next === undefined) return this.#ask();
    this.#next ??= (this.#underWay ?? Promise.resolve()).catch(() => {}).then(() => this.#ask());
    return this.#next;
  }

  #ask(): Promise<T> {
    this.#next = undefined;
    const answer = this.#send();
    this.#underWay = answer;
    const end = (): void => {
      if (this.#underWay === answer) this.#underWay = undefined;
    };
    answer.then(end, end);
    return answer;
  }
}
