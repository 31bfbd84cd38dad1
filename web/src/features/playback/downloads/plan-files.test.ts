import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesOf, planRung } from './plan-files.ts';

const streams = join(import.meta.dirname, '../../../../../supabase/streams');
const read = (file: string) => readFileSync(join(streams, file), 'utf8');

test('a film with its sound in the picture needs one folder', () => {
  const plan = planRung(read('anba-mapou/master.m3u8'), 'v145');
  expect(plan?.folders).toEqual(['v145']);
  expect(plan?.master).toContain('v145/playlist.m3u8');
  expect(plan?.master).not.toContain('v365');
  expect(plan?.master).not.toContain('iframes');
});

test('a film with several languages needs all of them', () => {
  const plan = planRung(read('la-mer-se-souvient/master.m3u8'), 'v365');
  expect(plan?.folders).toEqual(['v365', 'audio', 'audio-1']);
  expect(plan?.master.match(/#EXT-X-MEDIA:/g)).toHaveLength(2);
  expect(plan?.master).not.toContain('v145');
});

test('a size that the film does not have is no plan', () => {
  expect(planRung(read('anba-mapou/master.m3u8'), 'v730')).toBeNull();
  expect(planRung('', 'v145')).toBeNull();
});

test('lists the header and every segment of a playlist', () => {
  expect(filesOf('v145', read('anba-mapou/v145/playlist.m3u8'))).toEqual([
    'v145/init.mp4',
    'v145/00000.m4s',
    'v145/00001.m4s',
    'v145/00002.m4s',
  ]);
});
