import type { Language } from '@lakou/contract/languages';
import type { Part, PartStatus } from './status.ts';

interface StatusTexts {
  title: string;
  allWorks: string;
  someFails: string;
  notKnown: string;
  parts: Record<Part, string>;
  states: Record<PartStatus['state'], string>;
  since: (time: string) => string;
  now: string;
  outages: string;
  noOutages: string;
  part: string;
  began: string;
  ended: string;
  lasted: string;
  lasts: string;
  duration: (hours: number, minutes: number) => string;
  checked: (time: string) => string;
  home: string;
  contact: string;
  language: string;
}

export const statusTexts: Record<Language, StatusTexts> = {
  en: {
    title: 'Does Lakou work?',
    allWorks: 'Everything works.',
    someFails: 'Something does not work at the moment. We are on it.',
    notKnown: 'We cannot tell everything at the moment.',
    parts: {
      site: 'Site and apps',
      films: 'Films',
      cards: 'Payments by card',
      moncash: 'Payments with MonCash',
      natcash: 'Payments with NatCash',
      mail: 'E-mails',
      encoding: 'Preparing new films',
    },
    states: { works: 'Works', fails: 'Does not work', unknown: 'Not known' },
    since: (time) => `since ${time}`,
    now: 'Now',
    outages: 'Interruptions of the last 90 days',
    noOutages: 'None.',
    part: 'What',
    began: 'From',
    ended: 'To',
    lasted: 'Length',
    lasts: 'still lasts',
    duration: (hours, minutes) => (hours ? `${hours} h ${minutes} min` : `${minutes} min`),
    checked: (time) => `Last checked: ${time}. All times are UTC.`,
    home: 'To Lakou',
    contact: 'Write to us',
    language: 'Language',
  },
  fr: {
    title: 'Lakou fonctionne-t-il ?',
    allWorks: 'Tout fonctionne.',
    someFails: 'Quelque chose ne fonctionne pas en ce moment. Nous nous en occupons.',
    notKnown: 'Nous ne pouvons pas tout vérifier en ce moment.',
    parts: {
      site: 'Site et applications',
      films: 'Films',
      cards: 'Paiements par carte',
      moncash: 'Paiements par MonCash',
      natcash: 'Paiements par NatCash',
      mail: 'E-mails',
      encoding: 'Préparation des nouveaux films',
    },
    states: { works: 'Fonctionne', fails: 'Ne fonctionne pas', unknown: 'Inconnu' },
    since: (time) => `depuis ${time}`,
    now: 'Maintenant',
    outages: 'Interruptions des 90 derniers jours',
    noOutages: 'Aucune.',
    part: 'Quoi',
    began: 'Du',
    ended: 'Au',
    lasted: 'Durée',
    lasts: 'en cours',
    duration: (hours, minutes) => (hours ? `${hours} h ${minutes} min` : `${minutes} min`),
    checked: (time) => `Dernière vérification : ${time}. Les heures sont en UTC.`,
    home: 'Vers Lakou',
    contact: 'Nous écrire',
    language: 'Langue',
  },
  ht: {
    title: 'Èske Lakou ap mache?',
    allWorks: 'Tout bagay ap mache.',
    someFails: 'Gen yon bagay ki pa mache kounye a. N ap travay sou li.',
    notKnown: 'Nou pa ka konnen tout bagay kounye a.',
    parts: {
      site: 'Sit la ak aplikasyon yo',
      films: 'Fim yo',
      cards: 'Peman ak kat',
      moncash: 'Peman ak MonCash',
      natcash: 'Peman ak NatCash',
      mail: 'Imèl',
      encoding: 'Preparasyon nouvo fim',
    },
    states: { works: 'Ap mache', fails: 'Pa mache', unknown: 'Nou pa konnen' },
    since: (time) => `depi ${time}`,
    now: 'Kounye a',
    outages: 'Entèripsyon nan 90 dènye jou yo',
    noOutages: 'Pa genyen.',
    part: 'Ki sa',
    began: 'Kòmanse',
    ended: 'Fini',
    lasted: 'Konbyen tan',
    lasts: 'poko fini',
    duration: (hours, minutes) => (hours ? `${hours} è ${minutes} min` : `${minutes} min`),
    checked: (time) => `Dènye verifikasyon: ${time}. Tout lè yo an UTC.`,
    home: 'Ale sou Lakou',
    contact: 'Ekri nou',
    language: 'Lang',
  },
  es: {
    title: '¿Funciona Lakou?',
    allWorks: 'Todo funciona.',
    someFails: 'Algo no funciona en este momento. Estamos en ello.',
    notKnown: 'En este momento no podemos saberlo todo.',
    parts: {
      site: 'Sitio y aplicaciones',
      films: 'Películas',
      cards: 'Pagos con tarjeta',
      moncash: 'Pagos con MonCash',
      natcash: 'Pagos con NatCash',
      mail: 'Correos electrónicos',
      encoding: 'Preparación de nuevas películas',
    },
    states: { works: 'Funciona', fails: 'No funciona', unknown: 'No se sabe' },
    since: (time) => `desde ${time}`,
    now: 'Ahora',
    outages: 'Interrupciones de los últimos 90 días',
    noOutages: 'Ninguna.',
    part: 'Qué',
    began: 'Desde',
    ended: 'Hasta',
    lasted: 'Duración',
    lasts: 'aún dura',
    duration: (hours, minutes) => (hours ? `${hours} h ${minutes} min` : `${minutes} min`),
    checked: (time) => `Última comprobación: ${time}. Las horas son UTC.`,
    home: 'Ir a Lakou',
    contact: 'Escríbanos',
    language: 'Idioma',
  },
};
