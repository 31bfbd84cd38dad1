import type { Server } from 'node:http';
import type { ServerApp } from './app.ts';
import { createServices, type ServiceOptions } from './create-services.ts';
import { schedule } from './schedule.ts';
import { seed } from './seed.ts';
import type { RouteOf } from './tracing/tracing.ts';

export interface RunningServices {
  app: ServerApp;
  routeOf: RouteOf;
  /** WebSockets of this HTTP server. */
  attach(server: Server): void;
  /** `closeHttp` stops the HTTP server; connections that would keep it open are closed before. */
  stop(closeHttp: () => Promise<void>): Promise<void>;
}

/** Create services, seed, schedule; `stop` undoes it in the opposite order. The database stays open. */
export async function startServices(options: ServiceOptions): Promise<RunningServices> {
  const services = await createServices(options);
  await seed(services);
  const scheduled = await schedule(services);
  const { app, routeOf, platform, web } = services;
  return {
    app,
    routeOf,
    attach(server) {
      platform.attach(server);
      web?.attach(server);
    },
    async stop(closeHttp) {
      const stopped = scheduled.stop();
      await Promise.all([platform.disconnect(), web?.disconnect()]);
      await Promise.all([closeHttp(), stopped]);
      await services.close();
    },
  };
}
