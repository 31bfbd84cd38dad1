import { Counter, type Metric } from 'prom-client';
import { log } from '../log.ts';
import type { Rank } from './request-rank.ts';

export interface ShedLimits {
  /** How late timers can run before visitors are refused; 0: nobody is refused. */
  lagMs: number;
  /** How many requests can be unanswered before visitors are refused. */
  requests: number;
}

/** Members are refused at so many times the limits for visitors, and sign-in and playback at so many. */
const PATIENCE: Record<Rank, number> = {
  visitor: 1,
  member: 2,
  essential: 5,
  served: Number.POSITIVE_INFINITY,
};

/** With fewer requests than this part of the limit, it is the machine that is late, and refusing does not help. */
const BUSY = 0.1;

const SAMPLE_MS = 100;
/** The weight of a new sample: one long pause is no overload. */
const WEIGHT = 0.3;
const LOG_MS = 10_000;

/** Refuses requests while there is too much to do, those first who can best come back later. */
export class LoadShedding {
  readonly #limits: ShedLimits;
  readonly #refused = new Counter({
    name: 'http_requests_refused_total',
    help: 'Requests answered 503 because there was too much to do.',
    labelNames: ['rank'],
    registers: [],
  });
  readonly metrics: readonly Metric[] = [this.#refused];
  readonly #timer: NodeJS.Timeout;
  #lagMs = 0;
  #unanswered = 0;
  #refusedSinceLog = 0;

  constructor(limits: ShedLimits) {
    this.#limits = limits;
    let last = performance.now();
    this.#timer = setInterval(() => {
      const now = performance.now();
      this.observeLag(Math.max(0, now - last - SAMPLE_MS));
      last = now;
    }, SAMPLE_MS).unref();
  }

  /** How many seconds the client is to wait before it comes back, or 0. */
  wait(rank: Rank): number {
    const { lagMs, requests } = this.#limits;
    if (lagMs === 0) return 0;
    const patience = PATIENCE[rank];
    const isLate = this.#lagMs > lagMs * patience && this.#unanswered >= requests * BUSY;
    if (!isLate && this.#unanswered <= requests * patience) return 0;
    this.#refused.inc({ rank });
    this.#logSometimes();
    return 1 + Math.ceil(this.#lagMs / 1000);
  }

  /** Counts a request until `done` is called. */
  begin(): () => void {
    this.#unanswered += 1;
    return () => {
      this.#unanswered -= 1;
    };
  }

  /** How late a timer has run. */
  observeLag(ms: number): void {
    this.#lagMs += (ms - this.#lagMs) * WEIGHT;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** A line for each request would be more work than the request. */
  #logSometimes(): void {
    if (this.#refusedSinceLog === 0) {
      setTimeout(() => {
        log.error({ refused: this.#refusedSinceLog, lagMs: Math.round(this.#lagMs) }, 'overloaded');
        this.#refusedSinceLog = 0;
      }, LOG_MS).unref();
    }
    this.#refusedSinceLog += 1;
  }
}
