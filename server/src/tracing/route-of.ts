import type { ServerApp } from '../app.ts';
import type { WebApp } from '../web/web-app.ts';
import type { RouteOf } from './tracing.ts';

/** The routes of the services, then those of the web app. */
export function routesOf(app: ServerApp, web: Pick<WebApp, 'patternOf'> | undefined): RouteOf {
  return (method, path) => {
    const [matches] = app.router.match(method === 'HEAD' ? 'GET' : method, path);
    const patterns = matches.map(([[, route]]) => route.path.replace(/\{[^}]*\}/g, ''));
    const exact = patterns.filter((it) => !it.endsWith('*')).at(-1);
    // A service that routes by itself, such as `/rest/v1/*`.
    const [service] = patterns.filter((it) => it.length > 2).sort((a, b) => b.length - a.length);
    return exact ?? service ?? web?.patternOf(path) ?? '*';
  };
}
