import type { DocumentText } from '../text.ts';

export const accessibility: DocumentText = {
  title: 'Accessibilité',
  effective: '2026-11-17',
  intro: [
    'Lakou est pour toutes celles et tous ceux qui aiment un bon film, quelle que soit leur façon de voir, d’entendre ou de tenir une télécommande. Voici ce que nous visons, ce qui marche, et ce qui ne marche pas encore.',
  ],
  sections: [
    {
      id: 'standard',
      heading: 'Ce que nous visons',
      paragraphs: [
        'Les règles pour l’accessibilité des contenus web, WCAG 2.2, niveau AA, sur chaque page, en quatre langues, en présentation sombre et claire. D’après nos propres contrôles, Lakou est conforme en partie : les exceptions sont plus bas.',
      ],
    },
    {
      id: 'what-works',
      heading: 'Ce qui marche',
      paragraphs: [
        {
          list: [
            'tout peut se faire au clavier, et avec les quatre flèches d’une télécommande sur un téléviseur ;',
            'les lecteurs d’écran trouvent des noms, des titres et des repères, et annoncent ce qui change tout seul, comme les nouvelles réponses ;',
            'les sous-titres ont la taille, la couleur et le fond que vous choisissez, et restent sur l’image ;',
            'les pages s’agrandissent quatre fois sans défilement de côté, et suivent les couleurs de votre système ;',
            'rien ne bouge tout seul pour les personnes qui demandent moins de mouvement à leur système, et ce qui bouge peut être mis en pause ;',
            'se connecter ne demande aucune énigme : un gestionnaire de mots de passe, une clé d’accès, un lien par e-mail ou votre téléphone suffit.',
          ],
        },
      ],
    },
    {
      id: 'what-is-missing',
      heading: 'Ce qui manque',
      paragraphs: [
        {
          list: [
            'tous les films n’ont pas de sous-titres : ce sont les cinéastes qui les envoient, et nous les leur demandons ;',
            'presque aucun film n’a encore d’audiodescription ou de langue des signes ;',
            'les images que les membres partagent dans le forum peuvent être sans description ;',
            'nous n’avons pas encore fait d’essais avec des personnes qui utilisent un lecteur d’écran tous les jours.',
          ],
        },
      ],
    },
    {
      id: 'how-we-check',
      heading: 'Comment nous contrôlons',
      paragraphs: [
        'Un programme examine chaque page avant sa publication, dans les deux présentations. Des soirées entières sont jouées au clavier seul, à la taille d’un téléphone et d’un téléviseur. Ce qu’un programme ne voit pas, nous le regardons à la main : ordre, noms, annonces, agrandissement, couleurs du système.',
      ],
    },
    {
      id: 'write-to-us',
      heading: 'Quelque chose ne marche pas pour vous ?',
      paragraphs: [
        'Dites-nous ce que vous vouliez faire et ce qui vous en a empêché, avec vos mots : {email}, ou la [page de contact](/contact). Nous répondons, et disons ce que nous ferons et quand. Par courrier : {address}.',
      ],
    },
  ],
};
