interface Kind {
  times: number[];
  statuses: Map<number, number>;
}

/** Counts every request of the soak by kind and status. 0: no response at all. */
export class Ledger {
  readonly #kinds = new Map<string, Kind>();
  readonly #counts = new Map<string, number>();
  /** The first few server errors, with their responses. */
  readonly wrong: string[] = [];

  /** A `fetch` that is counted as this kind. */
  as(kind: string): typeof fetch {
    return async (input, init) => {
      const started = performance.now();
      const answer = await fetch(input, init).catch((error: Error) => error);
      // An unread body would keep its connection busy.
      const body = answer instanceof Error ? undefined : await answer.arrayBuffer();
      this.#note(kind, answer instanceof Error ? 0 : answer.status, performance.now() - started);
      if (answer instanceof Error || answer.status >= 500) {
        const what =
          answer instanceof Error ? answer.message : Buffer.from(body ?? new ArrayBuffer()).toString();
        const address = input instanceof Request ? input.url : String(input);
        if (this.wrong.length < 20)
          this.wrong.push(`${kind}: ${address.slice(0, 120)}: ${what.slice(0, 300)}`);
      }
      if (answer instanceof Error) throw answer;
      const { status, statusText, headers } = answer;
      return new Response([204, 304].includes(status) ? null : body, { status, statusText, headers });
    };
  }

  /** Something that went well and is no request of its own. */
  count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  #note(name: string, status: number, ms: number): void {
    const kind = this.#kinds.get(name) ?? { times: [], statuses: new Map<number, number>() };
    this.#kinds.set(name, kind);
    kind.times.push(ms);
    kind.statuses.set(status, (kind.statuses.get(status) ?? 0) + 1);
  }

  get failures(): number {
    const counts = [...this.#kinds.values()].flatMap(({ statuses }) => [...statuses]);
    return counts.reduce((sum, [status, count]) => (status === 0 || status >= 500 ? sum + count : sum), 0);
  }

  table(): string {
    const rows = [...this.#kinds].toSorted().map(([name, { times, statuses }]) => {
      const sorted = times.toSorted((a, b) => a - b);
      const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
      const seen = [...statuses].toSorted().map(([status, count]) => `${status || 'none'} × ${count}`);
      return `| ${name} | ${times.length} | ${seen.join(', ')} | ${at(0.5)} | ${at(0.99)} |`;
    });
    const counts = [...this.#counts].toSorted().map(([what, count]) => `${what}: ${count}`);
    return [
      '| kind | requests | answers | p50 ms | p99 ms |',
      '|---|---|---|---|---|',
      ...rows,
      '',
      ...counts,
    ].join('\n');
  }
}
