import { context, type Tracer } from '@opentelemetry/api';
import type { WebApp } from '../web/web-app.ts';
import { inSpan } from './in-span.ts';

/** A span per rendered page. What a render thread asks for arrives as a message, so its span is given along. */
export function traceRendering(tracer: Tracer, web: WebApp): WebApp {
  return {
    ...web,
    render: (variant, sources, sharing) => {
      const [path = ''] = variant.address.split('?');
      const attributes = { 'http.route': web.patternOf(path) };
      return inSpan(tracer, 'render page', { attributes }, async () => {
        const fetchData = context.bind(context.active(), sources.fetchData);
        return web.render(variant, { ...sources, fetchData }, sharing);
      });
    },
  };
}
