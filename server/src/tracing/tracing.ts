import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Mail } from '@lakou/platform/mail';
import type { JobHandler } from '../jobs/job.ts';
import type { ObserveStatements } from '../statements/observe-database.ts';
import type { WebApp } from '../web/web-app.ts';

/** The pattern of the route that answers, such as `/titles/:id`. */
export type RouteOf = (method: string, path: string) => string;

/** Runs work as a step of its own. */
export type TraceJob = <T>(kind: string, work: () => Promise<T>) => Promise<T>;

/** Makes spans of what this process does. Without tracing there is no such object, and nothing of OpenTelemetry is loaded. */
export interface Tracing {
  /** Answers a request; what is done for it belongs to its span. */
  request(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    routeOf: RouteOf | undefined,
    answer: () => void,
  ): void;
  statements: ObserveStatements;
  job: TraceJob;
  jobs(handlers: Record<string, JobHandler>): Record<string, JobHandler>;
  mail<T extends Mail>(mail: T): T;
  web(web: WebApp): WebApp;
  /** Sends what is waiting, for a few seconds at most. */
  stop(): Promise<void>;
}
