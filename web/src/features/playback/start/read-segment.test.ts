import { createCipheriv, randomBytes } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { importKey, join } from './piece-decrypter.ts';
import { readSegment, SegmentRefusedError } from './read-segment.ts';

const key = randomBytes(16);
const iv = new Uint8Array(randomBytes(16));
const box = (name: string, size: number): Buffer => {
  const bytes = randomBytes(size);
  bytes.writeUInt32BE(size);
  bytes.write(name, 4, 'latin1');
  return bytes;
};
const chunks = [1, 2, 3].map((n) => Buffer.concat([box('moof', 100 * n), box('mdat', 3000 * n + n)]));
const segment = Buffer.concat([box('styp', 24), ...chunks]);
const cipher = createCipheriv('aes-128-cbc', key, iv);
const encrypted = new Uint8Array([...cipher.update(segment), ...cipher.final()]);

afterEach(() => vi.unstubAllGlobals());

/** Answers every request with the next of these: a status, or bytes up to where the connection breaks. */
function serve(answers: (number | { until?: number; ignoresRange?: boolean; slice?: number })[]) {
  const asked: (string | undefined)[] = [];
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(headers.range);
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError('no connection');
    if (typeof answer === 'number') return new Response(null, { status: answer });
    const { until = encrypted.length, ignoresRange = false, slice = 700 } = answer;
    const from = ignoresRange ? 0 : Number(/\d+/.exec(headers.range ?? '')?.[0] ?? 0);
    let at = from;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= until && until < encrypted.length) controller.error(new TypeError('it broke'));
        else if (at >= until) controller.close();
        else {
          controller.enqueue(encrypted.slice(at, Math.min(at + slice, until)));
          at = Math.min(at + slice, until);
        }
      },
    });
    return new Response(body, { status: from > 0 ? 206 : 200 });
  });
  return asked;
}

async function read(onBroken = async () => {}, signal = new AbortController().signal): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  const source = { url: '/segment', key: await importKey(key), iv, signal };
  for await (const piece of readSegment(source, { onBroken })) pieces.push(piece);
  return pieces;
}

test('gives each chunk when the next one begins, decrypted', async () => {
  serve([{}]);
  const pieces = await read();
  const [first, second] = [24 + (chunks[0]?.length ?? 0), chunks[1]?.length ?? 0];
  expect(pieces.map(({ length }) => length)).toEqual([first + 8, second, (chunks[2]?.length ?? 0) - 8]);
  expect(Buffer.from(join(...pieces)).equals(segment)).toBe(true);
});

test('reads a segment without chunks, and slices of any size', async () => {
  for (const slice of [1, 15, 16, 2048, 5000, 100_000]) {
    serve([{ slice }]);
    expect(Buffer.from(join(...(await read()))).equals(segment)).toBe(true);
  }
});

test('continues a broken connection at the byte where it broke', async () => {
  const asked = serve([{ until: 5003 }, { until: 9999 }, {}]);
  let broken = 0;
  const pieces = await read(async () => {
    broken += 1;
  });
  expect(Buffer.from(join(...pieces)).equals(segment)).toBe(true);
  expect(asked).toEqual([undefined, 'bytes=5003-', 'bytes=9999-']);
  expect(broken).toBe(2);
});

test('reads on where a server ignores ranges, and where it broke behind the last byte', async () => {
  serve([{ until: 5003 }, { ignoresRange: true }]);
  expect(Buffer.from(join(...(await read()))).equals(segment)).toBe(true);
  serve([{ until: encrypted.length - 1 }, { until: encrypted.length }, 416]);
  expect(Buffer.from(join(...(await read()))).equals(segment)).toBe(true);
});

test('repeats what the server cannot answer now, and not what it refuses', async () => {
  serve([503, 429, {}]);
  expect(Buffer.from(join(...(await read()))).equals(segment)).toBe(true);
  serve([401]);
  await expect(read()).rejects.toThrow(SegmentRefusedError);
});

test('stops waiting for a connection when it is aborted', async () => {
  serve([]);
  const request = new AbortController();
  await expect(read(async () => request.abort(), request.signal)).rejects.toThrow(/abort/i);
});
