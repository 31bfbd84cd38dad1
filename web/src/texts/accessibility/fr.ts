import type { DocumentText } from '../text.ts';

export const accessibility: DocumentText = {
  title: 'Accessibilité',
  intro: [
    'Lakou est pour tout le monde. Nous visons les WCAG 2.2, niveau AA, sur chaque page, et nous disons ici ce qui est atteint et ce qui ne l’est pas.',
  ],
  sections: [
    {
      id: 'reached',
      heading: 'Ce qui fonctionne',
      paragraphs: [
        'Chaque page est vérifiée automatiquement dans les deux thèmes, sur un téléphone et sur un grand écran.',
        {
          list: [
            'Tout peut se faire au clavier, et le focus est toujours visible.',
            'Le texte peut être agrandi à 400 % sans défilement horizontal.',
            'Rien ne bouge tout seul quand votre appareil demande moins de mouvement, et les bannières animées peuvent être arrêtées.',
            'Les sous-titres peuvent être agrandis et recolorés dans le lecteur.',
            'Les films disent s’ils ont une audiodescription, des sous-titres pour sourds ou la langue des signes ; les listes se filtrent ainsi, et le lecteur retient votre choix.',
            'Les boutons et le focus restent visibles avec les couleurs à fort contraste de votre appareil.',
            'Les nouvelles réponses, les messages et les résultats de recherche sont annoncés aux lecteurs d’écran.',
            'Le catalogue, la recherche, le forum et notre aide se lisent sans JavaScript.',
          ],
        },
      ],
    },
    {
      id: 'missing',
      heading: 'Ce qui n’est pas encore atteint',
      paragraphs: [
        {
          list: [
            'Peu de films ont une audiodescription ou un interprète en langue des signes.',
            'Les films d’archives n’ont pas tous des sous-titres dans chaque langue.',
            'La connexion, le paiement et la lecture ont besoin de JavaScript.',
            'Nous avons testé avec des outils et au clavier, pas encore avec des personnes qui utilisent un lecteur d’écran chaque jour.',
          ],
        },
      ],
    },
    {
      id: 'contact',
      heading: 'Écrivez-nous',
      paragraphs: [
        'Si quelque chose vous bloque, écrivez à {email} ou utilisez notre [page de contact](/contact). Dites-nous de quelle page il s’agit et avec quoi vous la lisez. Nous répondons, et nous corrigeons ce que nous pouvons.',
      ],
    },
  ],
};
