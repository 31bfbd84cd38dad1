import { expect, test } from 'vitest';
import { changeAudioKinds, changeAudioOnly, formatMasterPlaylist, measureBandwidths } from './playlists.ts';

const segment = (duration: number, bytes: number) => ({ file: 'a', duration, bytes });

test('the peak bandwidth is that of the largest run of segments; a short last segment does not distort it', () => {
  const segments = [segment(2, 50_000), segment(4, 200_000), segment(4, 100_000), segment(0.2, 40_000)];
  const { peak, average, bytes } = measureBandwidths(segments);
  expect(peak).toBe(400_000);
  expect(bytes).toBe(390_000);
  expect(average).toBe(Math.ceil((390_000 * 8) / 10.2));
});

test('a film of one short segment has the bandwidth of that segment', () => {
  expect(measureBandwidths([segment(0.5, 10_000)])).toMatchObject({ peak: 160_000, average: 160_000 });
});

test('changed kinds of audio tracks reach every group, and listening alone follows the default track', () => {
  const rendition = (group: string, uri: string, language: string, isDefault: boolean) => ({
    ...{
      group,
      uri: `${uri}/playlist.m3u8`,
      name: language,
      language,
      default: isDefault,
      kind: 'main' as const,
    },
  });
  const before = formatMasterPlaylist({
    variants: [],
    renditions: [
      rendition('low', 'audio', 'ht', true),
      rendition('low', 'audio-1', 'fr', false),
      rendition('high', 'audio-high-0', 'ht', true),
      rendition('high', 'audio-high-1', 'fr', false),
    ],
  });
  const after = changeAudioKinds(before, [
    { name: 'ht', language: 'ht', default: false, kind: 'description' },
    { name: 'fr', language: 'fr', default: true, kind: 'main' },
  ]);
  expect(
    after.match(/DEFAULT=NO,AUTOSELECT=YES,CHARACTERISTICS="public.accessibility.describes-video"/g),
  ).toHaveLength(2);
  expect(after).toMatch(/LANGUAGE="fr",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="audio-high-1/);
  expect(changeAudioOnly('#EXTM3U\naudio/playlist.m3u8\n', after)).toBe('#EXTM3U\naudio-1/playlist.m3u8\n');
  const audio = ['ht', 'fr'].map((language, n) => ({ name: language, language, default: n === 0 }));
  expect(changeAudioKinds(after, audio)).toBe(before);
});
