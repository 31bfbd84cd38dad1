import { randomUUID } from 'node:crypto';
import { scrub } from './scrub.ts';

/** What a log line at error level says. */
export interface LoggedError {
  message: string;
  err?: unknown;
  method?: unknown;
  path?: unknown;
  status?: unknown;
  request_id?: unknown;
}

export interface Origin {
  release: string;
  environment: string;
}

const MAX_FRAMES = 30;

/** An envelope with one event, as Sentry's protocol has it: three lines of JSON. No host, no user, no request body. */
export function errorEnvelope(
  logged: LoggedError,
  { release, environment }: Origin,
  at = new Date(),
): string {
  const event_id = randomUUID().replaceAll('-', '');
  const error = logged.err instanceof Error ? logged.err : undefined;
  const tags = Object.fromEntries(
    (['method', 'path', 'status', 'request_id'] as const)
      .filter((name) => logged[name] !== undefined)
      // Our own number of the request finds its line in the log.
      .map((name) => [
        name,
        name === 'request_id' ? String(logged[name]).slice(0, 64) : scrub(String(logged[name])),
      ]),
  );
  const event = {
    event_id,
    timestamp: at.toISOString(),
    platform: 'node',
    level: 'error',
    release,
    environment,
    tags,
    message: { formatted: scrub(logged.message) },
    ...(error && { exception: { values: [exceptionOf(error)] } }),
  };
  const head = { event_id, sent_at: at.toISOString() };
  return [head, { type: 'event' }, event].map((line) => JSON.stringify(line)).join('\n');
}

function exceptionOf(error: Error) {
  const frames = readFrames(error.stack ?? '');
  return {
    type: error.name,
    value: scrub(error.message),
    ...(frames.length > 0 && { stacktrace: { frames } }),
  };
}

/** The innermost call last, as the protocol wants it; files below the program's folder only by their path inside. */
function readFrames(stack: string) {
  const calls = [...stack.matchAll(/^\s+at (?:(.+?) \()?(?:file:\/\/)?(\S+?):(\d+):(\d+)\)?$/gm)].slice(
    0,
    MAX_FRAMES,
  );
  return calls.toReversed().map(([, name, file = '', line, column]) => ({
    function: name ?? '?',
    filename: inside(file),
    lineno: Number(line),
    colno: Number(column),
    in_app: !file.includes('node_modules') && !file.startsWith('node:'),
  }));
}

function inside(file: string): string {
  const at = file.search(/(?:node_modules|server|platform|contract|media|supabase|web)\//);
  return file.startsWith('node:') ? file : at >= 0 ? file.slice(at) : (file.split('/').at(-1) ?? '');
}
