import { films, series } from '../artwork/catalogue.ts';
import { air } from './air.ts';
import { bitmapOf } from './bitmap.ts';
import { figure } from './figures.ts';
import { episodes, looks, score } from './looks.ts';
import type { Sound, Words } from './make-clip.ts';
import { glide, type Scene, type Size, titleCard } from './scenes.ts';
import { words } from './words.ts';

/** A clip to be made: the name of its folder, and how. */
export interface Clip {
  name: string;
  size: Size;
  seed: number;
  sounds: Sound[];
  words: readonly Words[];
  scenes: () => Promise<Scene[]>;
}

/** Scenes change where segments begin (2, 6, 10 s): a cut inside of one would cost a second key frame. */
const SCENE = 4;
const SOFT = 0.7;
const FILM: Size = { width: 640, height: 360 };
const EPISODE: Size = { width: 480, height: 270 };
/** A few are larger, so that the demo has three rungs to choose from. */
const LARGER: Size = { width: 854, height: 480 };
const larger = ['tanbou-minwi', 'brooklyn-konpa'];

function filmClip(slug: string, n: number): Clip {
  const look = looks[slug];
  const title = films.find((one) => one.slug === slug);
  if (!look || !title) throw new Error(`there is no film ${slug}`);
  const [name, by, language, kind, who, colours, own] = look;
  const size = larger.includes(slug) ? LARGER : FILM;
  const seed = 100 + n;
  const above = { ht: 'yon fim', fr: 'un film', en: 'a film' }[language] ?? '';
  return {
    name: slug,
    size,
    seed,
    // One film can be heard in two versions.
    sounds: [
      { language, score: own },
      ...(slug === 'la-mer-se-souvient'
        ? [{ language: 'ht', score: score(96, 'rara', 'bells', 165, 'major', 'sea') }]
        : []),
    ],
    words: words[slug] ?? [],
    async scenes() {
      const { width, height } = size;
      const wide = await bitmapOf(title.banner(), Math.round(width * 1.5), Math.round(height * 1.5), SOFT);
      const tall = await bitmapOf(title.poster(), width, Math.round(width * 1.5), SOFT);
      const moves = [await air(kind, seed, width, height), await figure(who, seed, width, height)];
      const down = n % 2 === 0;
      return [
        await titleCard({ title: name, above, below: by, colours, seed }, size),
        // The left third of a banner is kept dark for words: the camera looks at the rest.
        glide(
          wide,
          SCENE,
          down ? { from: [0.86, 0.2], to: [1, 0.8] } : { from: [1, 0.8], to: [0.86, 0.2] },
          moves,
        ),
        glide(tall, SCENE, { from: [0, 0], to: [0, 1] }, moves.slice(0, 1)),
      ];
    },
  };
}

function episodeClips(slug: string, from: number): Clip[] {
  const entry = episodes[slug];
  const title = series.find((one) => one.slug === slug);
  if (!entry || !title) throw new Error(`there is no series ${slug}`);
  const [, , language, kind, who, [ground, letters, accent], own] = entry.look;
  let count = 0;
  return entry.seasons.flatMap((season, s) =>
    season.map((episode, e): Clip => {
      count += 1;
      const [number, seed] = [count, from + count];
      const name = `${slug}-s${s + 1}e${e + 1}`;
      // Every second episode turns the colours of its card around.
      const colours =
        number % 2 ? ([ground, letters, accent] as const) : ([accent, ground, letters] as const);
      const readable = colours[0] === colours[1] ? ([ground, letters, accent] as const) : colours;
      return {
        name,
        size: EPISODE,
        seed,
        sounds: [{ language, score: { ...own, root: own.root * 2 ** ((number % 5) / 12) } }],
        words: words[name] ?? [],
        async scenes() {
          const { width, height } = EPISODE;
          const still = await bitmapOf(
            title.episode(((number - 1) % 6) + 1),
            Math.round(width * 1.25),
            Math.round(height * 1.25),
            SOFT,
          );
          const wide = await bitmapOf(
            title.banner(),
            Math.round(width * 1.5),
            Math.round(height * 1.5),
            SOFT,
          );
          const moves = [await air(kind, seed, width, height), await figure(who, seed, width, height)];
          const right = number % 2 === 0;
          return [
            await titleCard(
              {
                title: episode,
                above: `${entry.look[0]} · ${s + 1}.${e + 1}`,
                below: '',
                colours: readable,
                seed,
              },
              EPISODE,
            ),
            glide(
              still,
              SCENE,
              right ? { from: [0, 0.5], to: [1, 0.5] } : { from: [1, 0.2], to: [0, 0.8] },
              moves,
            ),
            glide(
              wide,
              SCENE,
              right ? { from: [0.9, 0], to: [0.9, 1] } : { from: [0.9, 1], to: [0.9, 0] },
              moves.slice(0, 1),
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
