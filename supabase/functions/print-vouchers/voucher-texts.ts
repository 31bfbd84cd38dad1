import type { Language } from '@lakou/contract/languages';

type Pass = 'day' | 'week' | 'month' | 'year';
type Texts = Record<'how' | 'until' | 'once' | 'number' | 'keep' | Pass, string>;

/** What is printed on a voucher. */
export const voucherTexts: Record<Language, Texts> = {
  ht: {
    day: 'Yon jou Lakou',
    week: 'Yon semèn Lakou',
    month: 'Yon mwa Lakou',
    year: 'Yon ane Lakou',
    keep: '{title}, pou ou nèt',
    how: 'Eskane kòd la, oswa ekri l sou {address}',
    until: 'Bon jiska {date}',
    once: 'Li sèvi yon sèl fwa',
    number: 'Nimewo {number}',
  },
  fr: {
    day: 'Une journée de Lakou',
    week: 'Une semaine de Lakou',
    month: 'Un mois de Lakou',
    year: 'Une année de Lakou',
    keep: '{title}, à garder',
    how: 'Scannez, ou saisissez le code sur {address}',
    until: 'Valable jusqu’au {date}',
    once: 'Utilisable une fois',
    number: 'Numéro {number}',
  },
  en: {
    day: 'A day of Lakou',
    week: 'A week of Lakou',
    month: 'A month of Lakou',
    year: 'A year of Lakou',
    keep: '{title}, to keep',
    how: 'Scan, or enter the code at {address}',
    until: 'Valid until {date}',
    once: 'Can be used once',
    number: 'Number {number}',
  },
  es: {
    day: 'Un día de Lakou',
    week: 'Una semana de Lakou',
    month: 'Un mes de Lakou',
    year: 'Un año de Lakou',
    keep: '{title}, para siempre',
    how: 'Escanee, o escriba el código en {address}',
    until: 'Válido hasta el {date}',
    once: 'Se usa una sola vez',
    number: 'Número {number}',
  },
};
