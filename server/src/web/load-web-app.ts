import type { Config } from '../config.ts';
import { log } from '../log.ts';
import { loadBuiltWebApp } from './built-web-app.ts';
import type { WebApp } from './web-app.ts';

/** `url` is the address people use. */
export async function loadWebApp(config: Config, url: string): Promise<WebApp | undefined> {
  if (config.webSource) {
    // Not imported otherwise: production has no Vite.
    const { createDevWebApp } = await import('./dev-web-app.ts');
    return createDevWebApp({ folder: config.webSource, url });
  }
  const web = await loadBuiltWebApp(config.webBuild, config.renderThreads);
  if (!web) log.warn('the web app is not built (npm start builds it): only the services answer');
  return web;
}
