import type { IncomingMessage, ServerResponse } from 'node:http';
import { REQUEST_ID } from './request-id.ts';

/** `headers` are names and values in turn. */
export type Send = (outgoing: ServerResponse, headers: readonly string[]) => void;

/** What is kept and can be sent without the application. */
export interface KeptAnswers {
  /** Pages. One that is about to be ready is waited for. */
  pages?: { find(incoming: IncomingMessage): Send | Promise<Send | undefined> | undefined } | undefined;
  /** Segments of films that play, which are not counted. */
  segments?: {
    find(incoming: IncomingMessage, address: string): Send | Promise<Send | undefined> | undefined;
  };
  /** Answers of the services. */
  answers?: { find(incoming: IncomingMessage): Send | undefined };
}

interface AtOnceOptions {
  kept(): KeptAnswers | undefined;
  securityHeaders: readonly (readonly [string, string])[];
  addressOf(incoming: IncomingMessage): string;
  /** Counts the request. */
  isAllowed(address: string): boolean;
}

type AnswerAtOnce = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  requestId: string,
) => boolean | Promise<boolean>;

/** Sends what is kept. False where the application is to answer. */
export function answerAtOnce({ kept, securityHeaders, addressOf, isAllowed }: AtOnceOptions): AnswerAtOnce {
  // Pages have a policy of their own.
  const pageHeaders = securityHeaders.filter(([name]) => name !== 'content-security-policy').flat();
  const answerHeaders = securityHeaders.flat();
  return (incoming, outgoing, requestId) => {
    const isSent = (send: Send | undefined, headers: readonly string[], isCounted = true): boolean => {
      if (!send || (isCounted && !isAllowed(addressOf(incoming)))) return false;
      send(outgoing, [...headers, REQUEST_ID, requestId]);
      return true;
    };
    const { pages, segments, answers } = kept() ?? {};
    if (segments && incoming.url?.startsWith('/stream/')) {
      const segment = segments.find(incoming, addressOf(incoming));
      if (segment instanceof Promise) return segment.then((send) => isSent(send, answerHeaders, false));
      return isSent(segment, answerHeaders, false);
    }
    const page = pages?.find(incoming);
    if (page instanceof Promise) return page.then((send) => isSent(send, pageHeaders));
    return page ? isSent(page, pageHeaders) : isSent(answers?.find(incoming), answerHeaders);
  };
}
