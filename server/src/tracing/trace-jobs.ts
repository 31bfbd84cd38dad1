import { SpanKind, type Tracer } from '@opentelemetry/api';
import { inSpan } from './in-span.ts';
import type { TraceJob, Tracing } from './tracing.ts';

/** Each run of a job is a trace of its own: what woke the runner is not what it does. */
export function traceJobs(tracer: Tracer): Pick<Tracing, 'job' | 'jobs'> {
  const job: TraceJob = (kind, work) =>
    inSpan(tracer, `job ${kind}`, { kind: SpanKind.CONSUMER, root: true }, work);
  return {
    job,
    jobs: (handlers) =>
      Object.fromEntries(
        Object.entries(handlers).map(([kind, handler]) => [
          kind,
          { ...handler, run: (claimed, how) => job(kind, async () => handler.run(claimed, how)) },
        ]),
      ),
  };
}
