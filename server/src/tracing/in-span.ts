import { context, type Span, type SpanOptions, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';

/** Work in a span: what it starts in turn belongs to it. */
export async function inSpan<T>(
  tracer: Tracer,
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const span = tracer.startSpan(name, options);
  try {
    return await context.with(trace.setSpan(context.active(), span), () => work(span));
  } catch (error) {
    failSpan(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** The kind of error, or PostgreSQL's code for it. Not its message, which can quote what somebody wrote. */
export function failSpan(span: Span, error: unknown): void {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  const type = typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : name;
  span.setAttribute('error.type', typeof type === 'string' ? type : 'Error');
  span.setStatus({ code: SpanStatusCode.ERROR });
}
