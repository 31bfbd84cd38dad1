/** Short, and the same each time: when the connection is back, nobody waits for long. */
const RETRY_MS = 600;
/** Everybody loses a server at once; not everybody returns at once. */
const SPREAD_MS = 400;
/** The server answers that it cannot: it is given time. */
const UNAVAILABLE_MS = 3000;
/** Browsers do not always notice that they are online again. */
const OFFLINE_MS = 5000;

/** Resolves when it is time to repeat a request: soon, and at once when the browser is online again. */
export function waitToRetry(status?: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      removeEventListener('online', finish);
      resolve();
    };
    const delay = status !== undefined && status >= 400 ? UNAVAILABLE_MS : RETRY_MS;
    const timer = setTimeout(finish, (navigator.onLine ? delay : OFFLINE_MS) + Math.random() * SPREAD_MS);
    addEventListener('online', finish);
  });
}
