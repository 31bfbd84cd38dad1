import { SpanKind, type Tracer } from '@opentelemetry/api';
import type { ObserveStatements } from '../statements/observe-database.ts';
import { statementSummary, statementText } from '../statements/statement-text.ts';
import { failSpan } from './in-span.ts';

/** One span for the statements that are sent together, mostly one. Their values are not in the text. */
export function traceStatements(tracer: Tracer): ObserveStatements {
  return (statements) => {
    const span = tracer.startSpan(statementSummary(statements[0]?.text ?? ''), { kind: SpanKind.CLIENT });
    if (span.isRecording())
      span.setAttributes({
        'db.system.name': 'postgresql',
        'db.query.text': statements.map(({ text }) => statementText(text)).join('; '),
        ...(statements.length > 1 && { 'db.operation.batch.size': statements.length }),
      });
    return ({ rows, error }) => {
      span.setAttribute('db.response.returned_rows', rows);
      if (error !== undefined) failSpan(span, error);
      span.end();
    };
  };
}
