import type { EarlyRead } from './early-read.ts';
import { freshToken, memberToken, storedUserId } from './stored-session.ts';

interface EarlyRequest<Row> {
  /** The app's own request, from the path on. */
  address(viewer: string): string;
  headers?: Record<string, string>;
  show(rows: readonly Row[]): Promise<void> | void;
}

/**
 * For a script that runs before the app: requests what is the member's own as the app will, and shows it. Undefined where the app has
 * to decide what to show: nobody is signed in, the token has to be renewed, the second factor is missing.
 */
export function readEarly<Row>(
  anonKey: string,
  { address: addressFor, headers, show }: EarlyRequest<Row>,
): EarlyRead | undefined {
  const viewer = storedUserId();
  const token = memberToken(freshToken());
  if (!viewer || !token) return undefined;
  const address = addressFor(viewer);
  const response = fetch(location.origin + address, {
    headers: { apikey: anonKey, authorization: `Bearer ${token}`, ...headers },
  });
  const showAnswer = async (): Promise<void> => {
    const answer = await response;
    if (answer.ok) await show((await answer.clone().json()) as Row[]);
  };
  // What fails here is reported by the app, which gets the same response.
  return { viewer, token, address, response, shown: showAnswer().catch(() => {}) };
}

/** The key of the Data API, which the document has for the app. */
export function anonKeyOfPage(): string {
  const data = JSON.parse(document.getElementById('hydration-data')?.textContent ?? '{}') as {
    settings?: { anonKey: string };
  };
  return data.settings?.anonKey ?? '';
}
