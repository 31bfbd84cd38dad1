/** The server has more to do than it can do in time; the client is to come back later. */
export class Overloaded extends Error {
  readonly retryAfter: number;

  constructor(message: string, retryAfter: number) {
    super(message);
    this.name = 'Overloaded';
    this.retryAfter = retryAfter;
  }
}
