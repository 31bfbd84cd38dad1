import type { ComponentType } from 'react';
import { ComedyTile } from './category/comedy.tsx';
import { CrimeTile } from './category/crime.tsx';
import { DocumentaryTile } from './category/documentary.tsx';
import { DramaTile } from './category/drama.tsx';
import { FamilyTile } from './category/family.tsx';
import { FantasyTile } from './category/fantasy.tsx';
import { HistoryTile } from './category/history.tsx';
import { MusicTile } from './category/music.tsx';
import { OtherTile } from './category/other.tsx';
import { RomanceTile } from './category/romance.tsx';
import { ThrillerTile } from './category/thriller.tsx';
import type { ArtProps } from './cut-metal.tsx';

const known = new Map<string, ComponentType>([
  ['comedy', ComedyTile],
  ['crime', CrimeTile],
  ['documentary', DocumentaryTile],
  ['drama', DramaTile],
  ['family', FamilyTile],
  ['fantasy', FantasyTile],
  ['history', HistoryTile],
  ['music', MusicTile],
  ['romance', RomanceTile],
  ['thriller', ThrillerTile],
]);

/**
 * A tile, 320 × 200, cropped to its container from the left. The left side is for the name, which is readable on
 * every background.
 */
export function CategoryArt({ name, className }: ArtProps & { name: string }) {
  const Tile = known.get(name.trim().toLowerCase());
  return (
    <svg
      viewBox="0 0 320 200"
      preserveAspectRatio="xMaxYMid slice"
      className={className}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {Tile ? <Tile /> : <OtherTile name={name} />}
    </svg>
  );
}
