import { Gauge } from 'prom-client';

/** In no registry of prom-client's own: /metrics asks each part for its metrics. */
export function gauge<T extends string = never>(name: string, help: string, labelNames: T[] = []): Gauge<T> {
  return new Gauge({ name, help, labelNames, registers: [] });
}
