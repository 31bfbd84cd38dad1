import { describe, expect, test } from 'vitest';
import { type Box, chooseNext, type Direction } from './choose-next.ts';

const box = (left: number, top: number, width = 100, height = 100): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

/** A header, a heading's link far right, two rows of cards, and a button that spans the page. */
const screen: Record<string, Box> = {
  home: box(100, 0, 80, 40),
  forum: box(300, 0, 80, 40),
  'see all': box(1700, 120, 100, 40),
  a1: box(100, 200),
  a2: box(250, 200),
  a3: box(400, 200),
  b1: box(100, 400),
  b2: box(250, 400),
  wide: box(100, 600, 1700, 60),
};

function next(from: string, direction: Direction): string | undefined {
  const items = Object.entries(screen)
    .filter(([name]) => name !== from)
    .map(([name, place]) => ({ name, box: place }));
  return chooseNext(screen[from]!, direction, items)?.name;
}

describe('an arrow of a remote control', () => {
  test.each([
    ['a1', 'right', 'a2'],
    ['a2', 'left', 'a1'],
    ['a1', 'down', 'b1'],
    ['b2', 'up', 'a2'],
    ['a1', 'up', 'home'],
    ['a3', 'up', 'forum'],
    ['a3', 'down', 'b2'],
    ['b1', 'down', 'wide'],
    ['wide', 'up', 'b1'],
    ['see all', 'down', 'wide'],
    ['home', 'right', 'forum'],
    ['a3', 'right', 'see all'],
  ] as const)('at %s, %s leads to %s', (from, direction, to) => {
    expect(next(from, direction)).toBe(to);
  });

  test('leads nowhere at the edge', () => {
    expect(next('wide', 'down')).toBeUndefined();
    expect(next('home', 'up')).toBeUndefined();
    expect(next('a1', 'left')).toBeUndefined();
  });

  test('leaves what it is inside of, and what covers it, alone', () => {
    const card = box(100, 100, 200, 300);
    const inside = { name: 'link', box: box(110, 120, 180, 20) };
    expect(chooseNext(inside.box, 'right', [{ name: 'card', box: card }])).toBeUndefined();
    expect(chooseNext(card, 'right', [inside])).toBeUndefined();
  });
});
