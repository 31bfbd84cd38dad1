import { createCipheriv, createDecipheriv } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '@playwright/test';

const streams = join(import.meta.dirname, '../../supabase/streams');

/**
 * Answers with the first half of a segment, as a connection that breaks. The demo's segments are one chunk each, so it is made of two of
 * them: the first one comes whole.
 */
export async function breakInSecondChunk(route: Route, film: string, files: [string, string]): Promise<void> {
  const folder = join(streams, film, 'v145');
  const keys = JSON.parse(readFileSync(join(streams, 'keys.json'), 'utf8')) as Record<string, string>;
  const key = Buffer.from(keys[film] ?? '', 'hex');
  const [, vector = ''] = /IV=0x(\w+)/.exec(readFileSync(join(folder, 'playlist.m3u8'), 'utf8')) ?? [];
  const iv = Buffer.from(vector, 'hex');
  const chunks = files.map((file) => {
    const decipher = createDecipheriv('aes-128-cbc', key, iv);
    return Buffer.concat([decipher.update(readFileSync(join(folder, file))), decipher.final()]);
  });
  const cipher = createCipheriv('aes-128-cbc', key, iv);
  const body = Buffer.concat([...chunks.map((chunk) => cipher.update(chunk)), cipher.final()]);
  await route.fulfill({
    contentType: 'video/mp4',
    headers: { 'content-length': String(body.length) },
    body: body.subarray(0, (chunks[0]?.length ?? 0) + 5000),
  });
}
