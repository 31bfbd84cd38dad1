import type { Playback } from '@lakou/contract/playback/responses';
import { useQuery } from '@tanstack/react-query';
import { clockTime } from '../time-text.ts';
import { parseStoryboard, spriteAt } from './storyboard.ts';

/** Height of the preview in CSS pixels. */
const HEIGHT = 108;

/** A thumbnail and the time at a position of the seek bar. */
export function SeekPreview({ time, share, playback }: { time: number; share: number; playback: Playback }) {
  const { base, film } = playback;
  const { data: sprites = [] } = useQuery({
    queryKey: ['playback', 'storyboard', base],
    queryFn: async () => {
      const url = new URL(base + film.storyboard?.vtt, location.origin).href;
      const response = await fetch(url);
      return response.ok ? parseStoryboard(await response.text(), url) : [];
    },
    enabled: film.storyboard !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const sprite = spriteAt(sprites, time);
  const scale = sprite ? HEIGHT / sprite.height : 1;
  return (
    <div
      data-seek-preview
      className="pointer-events-none absolute bottom-8 grid -translate-x-1/2 justify-items-center gap-1.5"
      style={{ left: `clamp(5.5rem, ${share * 100}%, calc(100% - 5.5rem))` }}
    >
      {sprite && (
        <div className="overflow-hidden rounded-m border-2 border-text/80 bg-black shadow-shade">
          <div style={{ width: sprite.width * scale, height: HEIGHT }}>
            <div
              style={{
                width: sprite.width,
                height: sprite.height,
                background: `url("${sprite.sheet}") -${sprite.x}px -${sprite.y}px`,
                transform: `scale(${scale})`,
                transformOrigin: '0 0',
              }}
            />
          </div>
        </div>
      )}
      <span className="rounded-s bg-black/75 px-2 py-0.5 text-sm font-semibold tabular-nums">
        {clockTime(time)}
      </span>
    </div>
  );
}
