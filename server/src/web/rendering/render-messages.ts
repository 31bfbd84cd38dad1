import type { PublicSettings } from '@lakou/contract/public-settings';
import type { PageVariant } from '@lakou/contract/web-app';
import type { RenderedHtml, Sharing } from '../web-app.ts';

/** What a render thread is started with. */
export interface RenderThreadData {
  /** The built web app. */
  folder: string;
}

/** A request to the Data API, or its answer, as plain data. */
export interface PlainRequest {
  url: string;
  method: string;
  headers: [string, string][];
  body: string | undefined;
}
export interface PlainResponse {
  status: number;
  headers: [string, string][];
  /** Undefined where the status allows none. */
  body: string | undefined;
}

/** From the main thread to a render thread. */
export type ToThread =
  | { kind: 'render'; page: number; variant: PageVariant; settings: PublicSettings; sharing: Sharing }
  | { kind: 'answer'; call: number; answer: PlainResponse | (string | undefined)[] | Error };

/** From a render thread to the main thread. `call` is answered. */
export type FromThread =
  | { kind: 'ready' }
  | { kind: 'data'; page: number; call: number; request: PlainRequest }
  | { kind: 'previews'; page: number; call: number; names: string[] }
  | { kind: 'rendered'; page: number; result: RenderedHtml; ms: number }
  | { kind: 'failed'; page: number; error: Error; ms: number };
