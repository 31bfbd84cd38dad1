import { setTimeout as sleep } from 'node:timers/promises';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { log } from '../log.ts';
import { traceJobs } from './trace-jobs.ts';
import { traceMail } from './trace-mail.ts';
import { traceOutgoing } from './trace-outgoing.ts';
import { traceRendering } from './trace-rendering.ts';
import { traceRequests } from './trace-requests.ts';
import { traceStatements } from './trace-statements.ts';
import type { Tracing } from './tracing.ts';

const TIMEOUT_MS = 5_000;
/** A collector that is away must not hold up a stop. */
const STOP_MS = 2_000;
const WARN_EVERY_MS = 60_000;

export interface TracingSettings {
  /** Of the collector, without `/v1/traces`. */
  endpoint: string;
  serviceName: string;
  /** The share of requests that are traced, from 0 to 1. */
  share: number;
}

export interface TracingOptions extends TracingSettings {
  version: string;
  environment: string;
  trustedProxies: number;
  /** The address at which this server reaches itself: the only one that gets `traceparent`. */
  ownUrl(): string | undefined;
}

/**
 * Sends spans to a collector over OTLP/HTTP. What the collector does not take is dropped: nothing waits for it. The exporter
 * reads the other variables of the standard itself, such as OTEL_EXPORTER_OTLP_HEADERS.
 */
export function startTracing(options: TracingOptions): Tracing {
  warnOfFailures();
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.name': options.serviceName,
        'service.version': options.version,
        'deployment.environment.name': options.environment,
      }),
    ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${options.endpoint}/v1/traces`,
          timeoutMillis: TIMEOUT_MS,
        }),
        exportTimeoutMillis: TIMEOUT_MS,
        scheduledDelayMillis: 1_000,
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  const tracer = provider.getTracer('lakou', options.version);
  const stopOutgoing = traceOutgoing(tracer, options.ownUrl);
  return {
    request: traceRequests(tracer, options.trustedProxies),
    statements: traceStatements(tracer),
    ...traceJobs(tracer),
    mail: (mail) => traceMail(tracer, mail),
    web: (web) => traceRendering(tracer, web),
    async stop() {
      stopOutgoing();
      const sent = provider.shutdown().catch((error: unknown) => {
        log.warn({ err: error }, 'the last traces were not sent');
      });
      await Promise.race([sent, sleep(STOP_MS, undefined, { ref: false })]);
    },
  };
}

/** A warning, because an error would be reported; and seldom, because the next batch fails for the same reason. */
function warnOfFailures(): void {
  let last = Number.NEGATIVE_INFINITY;
  setGlobalErrorHandler((error) => {
    if (performance.now() - last < WARN_EVERY_MS) return;
    last = performance.now();
    const err = error instanceof Error ? error : new Error(String(error));
    log.warn({ err }, 'traces are not sent; the collector at OTEL_EXPORTER_OTLP_ENDPOINT does not take them');
  });
}
