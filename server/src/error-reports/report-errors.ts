import { log, onLoggedError } from '../log.ts';
import { errorEnvelope, type LoggedError, type Origin } from './error-envelope.ts';

/** So that a storm of errors costs little, here and where they are received. */
const PER_MINUTE = 30;
const WAITING = 10;
const TIMEOUT_MS = 5_000;

export interface ErrorReports {
  /** Sends what is waiting, for a few seconds at most. */
  stop(): Promise<void>;
}

/** Where the DSN `https://<key>@<host>/<project>` leads. */
export function readDsn(dsn: string): { address: string; key: string } {
  const url = new URL(dsn);
  const [, before = '', project = ''] = /^(.*)\/(\d+)\/?$/.exec(url.pathname) ?? [];
  return { address: `${url.origin}${before}/api/${project}/envelope/`, key: url.username };
}

/** Reports every line that is logged as an error to an address that speaks Sentry's protocol. Never fails, never waits. */
export function reportErrors(dsn: string, origin: Origin): ErrorReports {
  const { address, key } = readDsn(dsn);
  const headers = {
    'content-type': 'application/x-sentry-envelope',
    'x-sentry-auth': `Sentry sentry_version=7, sentry_client=lakou/${origin.release}, sentry_key=${key}`,
  };
  const waiting: string[] = [];
  let sending: Promise<void> | undefined;
  let windowEnds = 0;
  let sent = 0;
  let dropped = 0;

  const stopListening = onLoggedError((logged: LoggedError) => {
    const now = Date.now();
    if (now > windowEnds) {
      if (dropped > 0) log.warn({ dropped }, 'errors were not reported, because there were too many');
      windowEnds = now + 60_000;
      sent = 0;
      dropped = 0;
    }
    if (sent >= PER_MINUTE || waiting.length >= WAITING) {
      dropped += 1;
      return;
    }
    sent += 1;
    waiting.push(errorEnvelope(logged, origin));
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
  });

  async function sendAll(): Promise<void> {
    for (let body = waiting.shift(); body !== undefined; body = waiting.shift()) {
      try {
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        const answer = await fetch(address, { method: 'POST', headers, body, signal, redirect: 'error' });
        await answer.body?.cancel();
        // A warning, because an error would be reported.
        if (!answer.ok) log.warn({ status: answer.status }, 'an error report was refused');
      } catch (error) {
        log.warn({ err: error }, 'an error report could not be sent');
      }
    }
  }

  return {
    async stop() {
      stopListening();
      await sending;
    },
  };
}
