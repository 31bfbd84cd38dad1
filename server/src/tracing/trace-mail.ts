import type { Mail } from '@lakou/platform/mail';
import { SpanKind, type Tracer } from '@opentelemetry/api';
import { inSpan } from './in-span.ts';

/** A span per e-mail, without its recipient and text. */
export function traceMail<T extends Mail>(tracer: Tracer, mail: T): T {
  const send: Mail['send'] = (message) =>
    inSpan(tracer, 'smtp send', { kind: SpanKind.CLIENT }, () => mail.send(message));
  return new Proxy(mail, {
    get(target, name) {
      if (name === 'send') return send;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
