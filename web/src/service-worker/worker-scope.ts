import type { BackgroundFetch } from '#features/playback/downloads/background-fetch-api.ts';

/** The worker's globals that we use: TypeScript has types for windows or workers, not for both at once. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  /** The response that the browser requested while the worker started. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

interface WorkerMessageEvent extends ExtendableEvent {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
}

/** The browser's own notification about a fetch in the background was tapped, or the fetch has ended. */
interface BackgroundFetchEvent extends ExtendableEvent {
  readonly registration: BackgroundFetch;
}

export interface BackgroundFetchEndEvent extends BackgroundFetchEvent {
  /** Not where the fetch was aborted: then there is no notification any more. */
  updateUI?(options: { title: string }): Promise<void>;
}

interface WorkerEvents {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: WorkerMessageEvent;
  backgroundfetchsuccess: BackgroundFetchEndEvent;
  backgroundfetchfail: BackgroundFetchEndEvent;
  backgroundfetchabort: BackgroundFetchEndEvent;
  backgroundfetchclick: BackgroundFetchEvent;
}

interface WindowClient {
  readonly url: string;
  focus(): Promise<unknown>;
}

export interface WorkerScope {
  readonly location: Location;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void;
}
