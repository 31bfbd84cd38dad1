import { films, series } from '../artwork/catalogue.ts';
import { renderSvg } from './bitmap.ts';
import { createFigure } from './figures.ts';
import { createScore, episodes, looks } from './looks.ts';
import { createParticles } from './particles.ts';
import type { AudioTrack, SubtitleTrack } from './render-film.ts';
import { createTitleCard, panScene, type Scene, type Size } from './scenes.ts';
import { subtitles } from './subtitles.ts';

/** A short film of the demo world. */
export interface Clip {
  /** Also the name of its folder. */
  name: string;
  size: Size;
  seed: number;
  audioTracks: AudioTrack[];
  subtitles: readonly SubtitleTrack[];
  scenes: () => Promise<Scene[]>;
}

/** In seconds. Scenes change at segment starts (2, 6, 10 s): a cut inside a segment would need another key frame. */
const SCENE_SECONDS = 4;
/** A slight blur, which makes the frames compress better. */
const BLUR = 0.7;
const FILM: Size = { width: 640, height: 360 };
const EPISODE: Size = { width: 480, height: 270 };
/** A few are larger, so that the demo has three rungs to choose from. */
const LARGER: Size = { width: 854, height: 480 };
const larger = ['tanbou-minwi', 'brooklyn-konpa'];

function filmClip(slug: string, n: number): Clip {
  const look = looks[slug];
  const title = films.find((candidate) => candidate.slug === slug);
  if (!look || !title) throw new Error(`there is no film ${slug}`);
  const [name, director, language, particles, figure, colours, score] = look;
  const size = larger.includes(slug) ? LARGER : FILM;
  const seed = 100 + n;
  const above = { ht: 'yon fim', fr: 'un film', en: 'a film' }[language] ?? '';
  return {
    name: slug,
    size,
    seed,
    // One film has two audio tracks, for the demo of the audio menu.
    audioTracks: [
      { language, score },
      ...(slug === 'la-mer-se-souvient'
        ? [{ language: 'ht', score: createScore(96, 'rara', 'bells', 165, 'major', 'sea') }]
        : []),
    ],
    subtitles: subtitles[slug] ?? [],
    async scenes() {
      const { width, height } = size;
      const wide = await renderSvg(title.banner(), Math.round(width * 1.5), Math.round(height * 1.5), BLUR);
      const tall = await renderSvg(title.poster(), width, Math.round(width * 1.5), BLUR);
      const overlays = [
        await createParticles(particles, seed, width, height),
        await createFigure(figure, seed, width, height),
      ];
      const down = n % 2 === 0;
      return [
        await createTitleCard({ title: name, above, below: director, colours, seed }, size),
        // The left third of a banner is dark for text, so the camera shows the rest.
        panScene(
          wide,
          SCENE_SECONDS,
          down ? { from: [0.86, 0.2], to: [1, 0.8] } : { from: [1, 0.8], to: [0.86, 0.2] },
          overlays,
        ),
        panScene(tall, SCENE_SECONDS, { from: [0, 0], to: [0, 1] }, overlays.slice(0, 1)),
      ];
    },
  };
}

function episodeClips(slug: string, from: number): Clip[] {
  const entry = episodes[slug];
  const title = series.find((candidate) => candidate.slug === slug);
  if (!entry || !title) throw new Error(`there is no series ${slug}`);
  const [, , language, particles, figure, [background, text, accent], score] = entry.look;
  let count = 0;
  return entry.seasons.flatMap((season, s) =>
    season.map((episode, e): Clip => {
      count += 1;
      const [number, seed] = [count, from + count];
      const name = `${slug}-s${s + 1}e${e + 1}`;
      // Every second episode swaps the colours of its title card.
      const colours =
        number % 2 ? ([background, text, accent] as const) : ([accent, background, text] as const);
      const readable = colours[0] === colours[1] ? ([background, text, accent] as const) : colours;
      return {
        name,
        size: EPISODE,
        seed,
        audioTracks: [{ language, score: { ...score, root: score.root * 2 ** ((number % 5) / 12) } }],
        subtitles: subtitles[name] ?? [],
        async scenes() {
          const { width, height } = EPISODE;
          const still = await renderSvg(
            title.episode(((number - 1) % 6) + 1),
            Math.round(width * 1.25),
            Math.round(height * 1.25),
            BLUR,
          );
          const wide = await renderSvg(
            title.banner(),
            Math.round(width * 1.5),
            Math.round(height * 1.5),
            BLUR,
          );
          const overlays = [
            await createParticles(particles, seed, width, height),
            await createFigure(figure, seed, width, height),
          ];
          const right = number % 2 === 0;
          return [
            await createTitleCard(
              {
                title: episode,
                above: `${entry.look[0]} · ${s + 1}.${e + 1}`,
                below: '',
                colours: readable,
                seed,
              },
              EPISODE,
            ),
            panScene(
              still,
              SCENE_SECONDS,
              right ? { from: [0, 0.5], to: [1, 0.5] } : { from: [1, 0.2], to: [0, 0.8] },
              overlays,
            ),
            panScene(
              wide,
              SCENE_SECONDS,
              right ? { from: [0.9, 0], to: [0.9, 1] } : { from: [0.9, 1], to: [0.9, 0] },
              overlays.slice(0, 1),
            ),
          ];
        },
      };
    }),
  );
}

export const clips: readonly Clip[] = [
  ...Object.keys(looks).map(filmClip),
  ...Object.keys(episodes).flatMap((slug, n) => episodeClips(slug, 500 + n * 100)),
];
