import type { Language } from '@lakou/platform/mail';

type Pass = 'day' | 'week' | 'month' | 'year';
type Texts = Record<'subject' | 'hello' | 'open' | 'code' | 'how' | Pass, string>;

/** `{from}` is the giver, `{name}` the recipient. */
export const giftEmailTexts: Record<Language, Texts> = {
  en: {
    subject: '{from} has a gift for you',
    hello: 'Hello {name}, {from} gives you this on Lakou:',
    day: 'A day of Lakou: every film and every series',
    week: 'A week of Lakou: every film and every series',
    month: 'A month of Lakou: every film and every series',
    year: 'A year of Lakou: every film and every series',
    open: 'Open the gift',
    code: 'Or enter this code on Lakou: {code}',
    how: 'You need no card. The code can be redeemed once, by anybody who has it: keep it to yourself.',
  },
  fr: {
    subject: '{from} a un cadeau pour vous',
    hello: 'Bonjour {name}, {from} vous offre ceci sur Lakou :',
    day: 'Une journée de Lakou : tous les films et toutes les séries',
    week: 'Une semaine de Lakou : tous les films et toutes les séries',
    month: 'Un mois de Lakou : tous les films et toutes les séries',
    year: 'Une année de Lakou : tous les films et toutes les séries',
    open: 'Ouvrir le cadeau',
    code: 'Ou saisissez ce code sur Lakou : {code}',
    how: 'Aucune carte n’est nécessaire. Le code ne sert qu’une fois, à la personne qui l’a : gardez-le pour vous.',
  },
  ht: {
    subject: '{from} gen yon kado pou ou',
    hello: 'Bonjou {name}, {from} ba ou sa sou Lakou:',
    day: 'Yon jou Lakou: tout fim ak tout seri yo',
    week: 'Yon semèn Lakou: tout fim ak tout seri yo',
    month: 'Yon mwa Lakou: tout fim ak tout seri yo',
    year: 'Yon ane Lakou: tout fim ak tout seri yo',
    open: 'Louvri kado a',
    code: 'Oswa ekri kòd sa a sou Lakou: {code}',
    how: 'Ou pa bezwen kat. Moun ki gen kòd la ka sèvi avè l yon sèl fwa, kidonk pa bay lòt moun li.',
  },
  es: {
    subject: '{from} tiene un regalo para usted',
    hello: 'Hola {name}, {from} le regala esto en Lakou:',
    day: 'Un día de Lakou: todas las películas y todas las series',
    week: 'Una semana de Lakou: todas las películas y todas las series',
    month: 'Un mes de Lakou: todas las películas y todas las series',
    year: 'Un año de Lakou: todas las películas y todas las series',
    open: 'Abrir el regalo',
    code: 'O escriba este código en Lakou: {code}',
    how: 'No hace falta tarjeta. Quien tiene el código puede canjearlo una vez: guárdelo para usted.',
  },
};
