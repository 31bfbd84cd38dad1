import { mkdirSync } from 'node:fs';
import { type Database, explainFolderError, StartRefused } from '@lakou/platform/database';
import { loadSigningKeys } from '@lakou/platform/keys';
import own from '../../package.json' with { type: 'json' };
import { type Config, readConfig } from './config.ts';
import { reportErrors } from './error-reports/report-errors.ts';
import { type HttpServerSettings, listen } from './http/listen.ts';
import { log } from './log.ts';
import {
  createAdminCode,
  openConfiguredDatabase,
  prepareConfiguredDatabase,
  storeSettings,
} from './prepare-database.ts';
import { printWelcome } from './print-welcome.ts';
import { type RunningServices, startServices } from './start-services.ts';
import { SlowStatements } from './statements/slow-statements.ts';
import { stopOnSignals } from './stop-on-signals.ts';
import type { TracingSettings } from './tracing/start-tracing.ts';
import type { Tracing } from './tracing/tracing.ts';

/** Starts and stops the process. Listens first, so that /healthz answers while the rest starts; behind a proxy last. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  log.level = config.logLevel;
  const environment = config.demo ? 'demo' : 'production';
  const reports =
    config.errorReportsDsn && reportErrors(config.errorReportsDsn, { release: own.version, environment });
  let ownAddress: string | undefined;
  const tracing = config.tracing && (await loadTracing(config, config.tracing, () => ownAddress));
  const slowStatements = new SlowStatements(config.slowStatementMs);
  createDataFolder(config.dataFolder);

  let database: Database | undefined;
  let services: RunningServices | undefined;
  const traceRequest: HttpServerSettings['traceRequest'] =
    tracing &&
    ((incoming, outgoing, answer) => tracing.request(incoming, outgoing, services?.routeOf, answer));
  const http = await listen(
    { ...config, opensWhenReady: config.trustedProxies > 0, traceRequest },
    () => services?.app,
  );
  ownAddress = http.ownAddress;
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= (async () => {
      await (services ? services.stop(http.close) : http.close());
      await database?.close();
      if (reports) await reports.stop();
      await tracing?.stop();
    })();
    return stopping;
  };
  stopOnSignals(stop);

  try {
    database = await openConfiguredDatabase(config, slowStatements.onAnswered);
    const keys = await loadSigningKeys({ folder: config.dataFolder, given: config.jwtKeys });
    await prepareConfiguredDatabase(database, config);
    await storeSettings(database, config);
    const url = config.publicUrl ?? http.address;
    const { ownAddress: ownUrl, traffic } = http;
    const started = await startServices({
      config,
      database,
      keys,
      url,
      ownUrl,
      traffic,
      tracing,
      slowStatements,
    });
    if (stopping) return await started.stop(http.close);
    started.attach(http.server);
    services = started;
    await http.open();
    announce(config, { url, address: http.address, adminCode: await createAdminCode(database, config) });
  } catch (error) {
    const wasStopping = stopping !== undefined;
    await stop();
    if (!wasStopping) throw explainFolderError(config.dataFolder, error);
  }
}

/** Loaded here, so that a start without it takes no longer. */
async function loadTracing(
  { demo, trustedProxies }: Config,
  settings: TracingSettings,
  ownUrl: () => string | undefined,
): Promise<Tracing> {
  const { startTracing } = await import('./tracing/start-tracing.ts');
  const environment = demo ? 'demo' : 'production';
  return startTracing({ ...settings, version: own.version, environment, trustedProxies, ownUrl });
}

function createDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new StartRefused(`The data folder ${folder} cannot be made: ${(error as Error).message}.`);
  }
}

/** `npm run dev` waits for the message, and restarts without the welcome. */
function announce(
  config: Config,
  { url, address, adminCode }: { url: string; address: string; adminCode: string | undefined },
): void {
  printWelcome(config, { url, adminCode, isQuiet: process.argv.includes('--quiet') });
  process.send?.({ ready: address });
}

main().catch((error: unknown) => {
  // A StartRefused is a message for the operator; anything else is a defect and keeps its stack.
  console.error(error instanceof StartRefused ? error.message : error);
  process.exit(1);
});
