import { expect, test } from 'vitest';
import { parseStoryboard, spriteAt } from './storyboard.ts';

const text = `WEBVTT

00:00:00.000 --> 00:00:05.000
storyboard-0.jpg#xywh=0,0,160,90

00:00:05.000 --> 00:00:10.000
storyboard-0.jpg#xywh=160,0,160,90

01:00:00.500 --> 01:00:05.000
storyboard-1.jpg#xywh=0,90,160,90
`;

test('finds the sprite for a position', () => {
  const sprites = parseStoryboard(text, 'http://lakou.example/stream/1/storyboard.vtt');
  expect(sprites).toHaveLength(3);
  expect(spriteAt(sprites, 7)).toEqual({
    from: 5,
    to: 10,
    sheet: 'http://lakou.example/stream/1/storyboard-0.jpg',
    x: 160,
    y: 0,
    width: 160,
    height: 90,
  });
  expect(spriteAt(sprites, 3700)?.sheet).toBe('http://lakou.example/stream/1/storyboard-1.jpg');
  expect(spriteAt([], 1)).toBeUndefined();
});
