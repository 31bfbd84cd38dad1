import type { DocumentText } from '../text.ts';

export const accessibility: DocumentText = {
  title: 'Aksesiblite',
  intro: [
    'Lakou se pou tout moun. Nou vize WCAG 2.2, nivo AA, sou chak paj, epi nou di isit la sa ki rive ak sa ki poko rive.',
  ],
  sections: [
    {
      id: 'reached',
      heading: 'Sa ki mache',
      paragraphs: [
        'Chak paj tcheke otomatikman nan de tèm yo, sou yon telefòn ak sou yon gwo ekran.',
        {
          list: [
            'Ou ka fè tout bagay ak klavye a, epi ou toujou wè kote ou ye a.',
            'Ou ka agrandi tèks la jiska 400 % san ou pa defile sou kote.',
            'Anyen pa bouje poukont li lè aparèy ou mande mwens mouvman, epi ou ka kanpe bandwòl k ap bouje yo.',
            'Ou ka agrandi soutit yo epi chanje koulè yo nan lektè a.',
            'Fim yo di si yo gen deskripsyon odyo, soutit pou moun ki soud oswa lang siy; ou ka filtre lis yo konsa, epi lektè a sonje chwa w.',
            'Bouton yo ak kote ou ye a rete vizib ak koulè kontras fò aparèy ou a.',
            'Lektè ekran yo anonse nouvo repons, mesaj ak rezilta rechèch.',
            'Ou ka li katalòg la, rechèch la, fowòm nan ak èd nou an san JavaScript.',
          ],
        },
      ],
    },
    {
      id: 'missing',
      heading: 'Sa ki poko rive',
      paragraphs: [
        {
          list: [
            'Se kèk fim sèlman ki gen deskripsyon odyo oswa yon entèprèt nan lang siy.',
            'Se pa tout fim achiv ki gen soutit nan chak lang.',
            'Konekte, peye ak gade fim bezwen JavaScript.',
            'Nou teste ak zouti epi ak klavye a, men poko ak moun ki sèvi ak yon lektè ekran chak jou.',
          ],
        },
      ],
    },
    {
      id: 'contact',
      heading: 'Ekri nou',
      paragraphs: [
        'Si yon bagay bare w, ekri nan {email} oswa sèvi ak [paj kontak nou an](/contact). Di nou ki paj li te ye ak ki zouti w sèvi pou li l. Nou reponn, epi nou ranje sa nou kapab.',
      ],
    },
  ],
};
