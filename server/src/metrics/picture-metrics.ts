import type { PictureStats } from '@lakou/platform/storage';
import { Counter, type Metric } from 'prom-client';
import { gauge } from './gauge.ts';

/** The sizes in which pictures are made. */
export class PictureMetrics {
  readonly #stats: () => PictureStats;
  readonly #waiting = gauge('pictures_waiting', 'Pictures whose sizes are to be made in the background.');
  readonly #drawn = new Counter({
    name: 'pictures_drawn_total',
    help: 'Pictures encoded, in the background or while a request waited.',
    labelNames: ['reason'],
    registers: [],
  });
  readonly metrics: readonly Metric[] = [this.#waiting, this.#drawn];

  constructor(stats: () => PictureStats) {
    this.#stats = stats;
  }

  /** Called before each scrape. */
  update(): void {
    const { waiting, inBackground, forRequests } = this.#stats();
    this.#waiting.set(waiting);
    this.#drawn.reset();
    this.#drawn.inc({ reason: 'background' }, inBackground);
    this.#drawn.inc({ reason: 'request' }, forRequests);
  }
}
