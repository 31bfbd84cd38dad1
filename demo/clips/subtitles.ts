import type { SubtitleTrack } from './render-film.ts';

const createTracks = (texts: Record<string, readonly string[]>): SubtitleTrack[] =>
  Object.entries(texts).map(([language, lines]) => ({
    language,
    lines: lines.map((text, n): [number, number, string] => [TIMES[n]?.[0] ?? 0, TIMES[n]?.[1] ?? 0, text]),
  }));

const TIMES = [
  [2.2, 4],
  [4.4, 6.4],
  [7, 9.6],
] as const;

/** Subtitles of some clips, in three languages. */
export const subtitles: Readonly<Record<string, SubtitleTrack[]>> = {
  'tanbou-minwi': createTracks({
    ht: ['Ou tande l?', 'Se menm rit papa m te konn jwe a.', 'Jodi a, se mwen ki pou reponn.'],
    fr: ['Tu l’entends ?', 'C’est le rythme que jouait mon père.', 'Ce soir, c’est à moi de répondre.'],
    en: ['Do you hear it?', 'It is the rhythm my father used to play.', 'Tonight the answer is mine.'],
  }),
  'machann-soley': createTracks({
    ht: [
      'Vin pran ti solèy!',
      'Yon bwat pou ou, yon bwat pou manman ou.',
      'Si lapli tonbe, m ap remèt ou kòb ou.',
    ],
    fr: [
      'Venez prendre vos petits soleils !',
      'Une boîte pour vous, une pour votre mère.',
      'S’il pleut, je vous rembourse.',
    ],
    en: [
      'Come and get your little suns!',
      'One box for you, one for your mother.',
      'If it rains, you get your money back.',
    ],
  }),
  'la-mer-se-souvient': createTracks({
    fr: ['La mer garde tout.', 'Les noms, les rames, les chansons.', 'Un jour, elle nous les rendra.'],
    ht: ['Lanmè a kenbe tout bagay.', 'Non yo, zaviwon yo, chante yo.', 'Yon jou, l ap remèt nou yo.'],
    en: ['The sea keeps everything.', 'The names, the oars, the songs.', 'One day it will give them back.'],
  }),
  'la-nuit-des-lucioles': createTracks({
    fr: ['Ne ferme pas le bocal.', 'Elles connaissent le chemin.', 'Il suffit d’éteindre la lampe.'],
    ht: ['Pa fèmen bokal la.', 'Yo konnen chemen an.', 'Annik tenyen lanp lan.'],
    en: ['Do not close the jar.', 'They know the way.', 'Just put out the lamp.'],
  }),
  'salt-wind': createTracks({
    en: ['The wind has turned.', 'Then we leave before the salt dries.', 'And whoever stays, stays.'],
    fr: ['Le vent a tourné.', 'Alors on part avant que le sel sèche.', 'Et qui reste, reste.'],
    ht: ['Van an vire.', 'Ebyen n ap pati anvan sèl la seche.', 'Epi sa ki rete, li rete.'],
  }),
  'bri-kouran-s1e1': createTracks({
    ht: ['Twa kay, yon sèl kontè.', 'Ki moun ki limen anpoul la?', 'Pa gade m konsa, mwen nan fènwa tou.'],
    fr: [
      'Trois maisons, un seul compteur.',
      'Qui a allumé l’ampoule ?',
      'Ne me regarde pas comme ça, je suis dans le noir aussi.',
    ],
    en: ['Three houses, one meter.', 'Who turned on the bulb?', 'Do not look at me, I am in the dark too.'],
  }),
  'port-nights-s1e1': createTracks({
    en: ['Cleared on Tuesday.', 'Unloaded on Thursday.', 'So what happened on Wednesday?'],
    fr: ['Dédouané mardi.', 'Déchargé jeudi.', 'Alors, que s’est-il passé mercredi ?'],
    ht: ['Li pase ladwann madi.', 'Yo dechaje l jedi.', 'Alò, sak pase mèkredi?'],
  }),
};
