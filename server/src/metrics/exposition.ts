export type Labels = Readonly<Record<string, string>>;

interface Sample {
  labels?: Labels;
  value: number;
}

/** One metric in Prometheus's text format, version 0.0.4. */
export function metric(
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  samples: readonly Sample[] | number,
): string {
  const all = typeof samples === 'number' ? [{ value: samples }] : samples;
  return heading(name, type, help) + all.map((sample) => line(name, sample)).join('');
}

/** How long things took: so many at most this long, for a handful of lengths. */
export class Histogram {
  readonly #limits: readonly number[];
  readonly #kept = new Map<string, { labels: Labels; counts: number[]; sum: number }>();

  constructor(limits: readonly number[]) {
    this.#limits = limits;
  }

  add(seconds: number, key = '', labels: Labels = {}): void {
    let kept = this.#kept.get(key);
    if (!kept) {
      kept = { labels, counts: new Array<number>(this.#limits.length + 1).fill(0), sum: 0 };
      this.#kept.set(key, kept);
    }
    const place = this.#limits.findIndex((limit) => seconds <= limit);
    const bucket = place === -1 ? this.#limits.length : place;
    kept.counts[bucket] = (kept.counts[bucket] ?? 0) + 1;
    kept.sum += seconds;
  }

  text(name: string, help: string): string {
    let text = heading(name, 'histogram', help);
    for (const { labels, counts, sum } of this.#kept.values()) {
      let value = 0;
      counts.forEach((count, place) => {
        value += count;
        const le = place < this.#limits.length ? String(this.#limits[place]) : '+Inf';
        text += line(`${name}_bucket`, { labels: { ...labels, le }, value });
      });
      text += line(`${name}_sum`, { labels, value: sum }) + line(`${name}_count`, { labels, value });
    }
    return text;
  }
}

function heading(name: string, type: string, help: string): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}

function line(name: string, { labels = {}, value }: Sample): string {
  const pairs = Object.entries(labels).map(([key, text]) => `${key}="${escaped(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`;
}

function escaped(text: string): string {
  return text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');
}
