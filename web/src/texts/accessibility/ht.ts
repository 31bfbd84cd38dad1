import type { DocumentText } from '../text.ts';

export const accessibility: DocumentText = {
  title: 'Aksè pou tout moun',
  effective: '2026-11-17',
  intro: [
    'Lakou la pou tout moun ki renmen yon bon fim, kèlkeswa jan yo wè, jan yo tande oswa jan yo kenbe yon telekòmand. Men sa n ap vize, sa ki mache, ak sa ki poko mache.',
  ],
  sections: [
    {
      id: 'standard',
      heading: 'Sa n ap vize',
      paragraphs: [
        'Règ entènasyonal yo pou sit entènèt tout moun ka sèvi, WCAG 2.2, nivo AA, sou chak paj, nan kat lang, nan prezantasyon nwa ak nan prezantasyon klè. Dapre pwòp tès pa nou, Lakou respekte yo an pati: sa ki manke yo pi ba.',
      ],
    },
    {
      id: 'what-works',
      heading: 'Sa ki mache',
      paragraphs: [
        {
          list: [
            'ou ka fè tout bagay ak klavye a, epi ak kat flèch telekòmand lan sou yon televizyon;',
            'pwogram ki li ekran jwenn non, tit ak repè, epi yo anonse sa ki chanje poukont li, tankou nouvo repons;',
            'soutit yo gen gwosè, koulè ak fon ou chwazi a, epi yo rete sou imaj la;',
            'ou ka agrandi paj yo kat fwa san yo pa defile sou kote, epi yo swiv koulè sistèm ou a;',
            'anyen pa bouje poukont li pou moun ki mande sistèm yo mwens mouvman, epi ou ka kanpe sa ki bouje;',
            'pa gen devinèt pou konekte: yon pwogram ki kenbe modpas, yon kle aksè, yon lyen nan imèl oswa telefòn ou sifi.',
          ],
        },
      ],
    },
    {
      id: 'what-is-missing',
      heading: 'Sa ki manke',
      paragraphs: [
        {
          list: [
            'se pa tout fim ki gen soutit: se moun ki fè fim yo ki voye yo, epi nou mande yo sa;',
            'prèske pa gen fim ki gen odyodeskripsyon oswa lang siy deja;',
            'imaj manm yo pataje nan fowòm nan ka manke deskripsyon;',
            'nou poko fè tès ak moun ki sèvi ak yon pwogram ki li ekran chak jou.',
          ],
        },
      ],
    },
    {
      id: 'how-we-check',
      heading: 'Kijan nou verifye',
      paragraphs: [
        'Yon pwogram egzamine chak paj anvan li pibliye, nan toulede prezantasyon yo. Nou fè sware antye ak klavye a sèlman, nan gwosè yon telefòn ak nan gwosè yon televizyon. Sa yon pwogram pa ka wè, nou gade l ak men nou: lòd, non, anons, agrandisman, koulè sistèm nan.',
      ],
    },
    {
      id: 'write-to-us',
      heading: 'Gen yon bagay ki pa mache pou ou?',
      paragraphs: [
        'Di nou sa ou te vle fè ak sa ki te bare ou, jan ou vle: {email}, oswa [paj kontak la](/contact). N ap reponn ou, epi n ap di sa n ap fè ak ki lè. Pa lapòs: {address}.',
      ],
    },
  ],
};
