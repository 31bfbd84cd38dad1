/** What a script in the page has requested before the app is there: see inline-scripts.ts. */
export interface EarlyRead {
  /** Whose data it is. */
  viewer: string;
  token: string;
  /** Of the request, from the path on. */
  address: string;
  response: Promise<Response>;
  /** The answer and the pictures in it are on the screen, or there is nothing to show: the app can start. */
  shown: Promise<void>;
}

declare global {
  /** Also read by the text in first-visit.ts. */
  var earlyRead: EarlyRead | undefined;
}

/** `fetch` for the Data API's client: the same request with the same token is not sent a second time. */
export function fetchUnlessEarly(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const early = globalThis.earlyRead;
  return early && isSame(early, input, init) ? takeResponse(early) : fetch(input, init);
}

function isSame({ address, token }: EarlyRead, input: RequestInfo | URL, init: RequestInit = {}): boolean {
  const isRead = !(input instanceof Request) && (init.method ?? 'GET') === 'GET';
  return (
    isRead &&
    String(input) === location.origin + address &&
    new Headers(init.headers).get('authorization') === `Bearer ${token}`
  );
}

/** Once: a later read wants the present state. */
function takeResponse(early: EarlyRead): Promise<Response> {
  const { response } = early;
  early.address = '';
  return response;
}
