import { log } from './log.ts';

/**
 * The first signal lets running requests finish and closes the database; a second one ends the process at once.
 * `npm run dev` stops its server by a message, because Windows has no signal for it, or by ending itself.
 */
export function stopOnSignals(stop: () => Promise<void>): void {
  let isStopping = false;
  const stopOnce = () => {
    if (isStopping) return;
    isStopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stop failed');
        process.exit(1);
      },
    );
  };
  let isSignalled = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isSignalled) process.exit(1);
      isSignalled = true;
      stopOnce();
    });
  }
  process.on('message', (message) => {
    if (message === 'stop') stopOnce();
  });
  process.on('disconnect', stopOnce);
}
