import type { IncomingMessage } from 'node:http';
import type { Send } from '../http/answer-at-once.ts';
import type { PlaybackGate } from './playback-gate.ts';
import { readViewer } from './read-viewer.ts';
import type { FileServer } from './serve-file.ts';
import { fileKind, isStreamId } from './stream-file-names.ts';

/** Found before any routing, which costs as much as everything else that happens to such a request in this process. */
const SEGMENT = /^\/stream\/([^/?]+)\/([^?]+\.m(?:4s|p4))$/;

/** Whole segments for viewers whom the gate knows. Everything else is undefined, and answered by `mountStreams`. */
export function segmentsAtOnce({ gate, files }: { gate: PlaybackGate; files: FileServer }) {
  return {
    find(incoming: IncomingMessage, address: string): Send | Promise<Send | undefined> | undefined {
      if (incoming.method !== 'GET') return undefined;
      const [, stream = '', file = ''] = SEGMENT.exec(incoming.url ?? '') ?? [];
      const kind = isStreamId(stream) ? fileKind(file) : undefined;
      if (kind?.kind !== 'segment') return undefined;
      const admission = gate.admitKnown(readViewer(incoming, stream, address));
      if (!admission || admission.refusal !== undefined) return undefined;
      return files.findWhole({ stream, file, kind, incoming });
    },
  };
}
