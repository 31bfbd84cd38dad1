import type { DocumentText } from '../text.ts';

export const terms: DocumentText = {
  title: 'Conditions d’utilisation',
  version: '2026-11',
  effective: '2026-11-15',
  intro: [
    'Voici les règles : ce que vous pouvez attendre de nous, et ce que nous vous demandons. Nous les avons voulues courtes et claires. Si quelque chose vous échappe, [posez-nous la question](/contact).',
  ],
  sections: [
    {
      id: 'about',
      heading: 'Qui nous sommes, et de quoi il s’agit',
      paragraphs: [
        'Lakou est une plateforme de diffusion et d’échange pour les films et les séries d’Haïti. Dans ces conditions, « nous » désigne les personnes qui font vivre Lakou. Vous pouvez nous joindre par courrier à l’adresse {address}, par e-mail à {email} et par notre [page de contact](/contact).',
        'En ouvrant un compte, vous acceptez ces conditions. Nous notons quelle version vous avez acceptée, et quand. Si vous visitez Lakou sans compte, les parties sur le visionnage et le bon usage valent aussi pour vous. Ce que deviennent vos données est expliqué dans la [politique de confidentialité](/privacy).',
      ],
    },
    {
      id: 'account',
      heading: 'Votre compte',
      paragraphs: [
        'Un compte ne coûte rien. Donnez-nous une adresse e-mail où l’on peut vous joindre et choisissez un mot de passe d’au moins 8 caractères, ou connectez-vous avec Google ou Facebook là où nous le proposons. Ne vous faites pas passer pour quelqu’un d’autre.',
        'Votre compte est pour vous et les personnes avec qui vous vivez. Gardez votre mot de passe pour vous. Si vous pensez qu’un inconnu y est entré, changez le mot de passe et [prévenez-nous](/contact) aussitôt. Ce qui est fait avec votre compte est considéré comme fait par vous, sauf si vous ne pouviez pas l’empêcher.',
      ],
    },
    {
      id: 'young-people',
      heading: 'Enfants et jeunes',
      paragraphs: [
        'Il faut avoir au moins 13 ans pour ouvrir un compte, ou davantage là où la loi de votre pays le demande. Si vous avez moins de 18 ans, un parent ou un tuteur doit être d’accord, et c’est à cette personne de payer.',
        'Tous les films ne sont pas faits pour les enfants. Parents, choisissez avec eux. Si nous apprenons qu’un enfant plus jeune a un compte, nous le fermons et nous effaçons ses données.',
      ],
    },
    {
      id: 'watching',
      heading: 'Qui peut regarder quoi',
      paragraphs: [
        'Une seule règle décide, pour chaque titre et sur chaque écran :',
        {
          list: [
            'Les titres gratuits sont ouverts à tout le monde, avec ou sans compte.',
            'Avec un abonnement actif, vous pouvez regarder tous les titres du catalogue.',
            'Ce que vous avez acheté, vous pouvez le regarder sans abonnement et sans date de fin.',
            'Ce que vous avez loué, vous pouvez le regarder pendant 48 heures.',
          ],
        },
        'Le catalogue vit : des titres arrivent, d’autres s’en vont. Un titre qui s’en va ne fait plus partie de l’abonnement. Si vous l’avez acheté, il reste disponible pour vous ; si vous l’avez loué, il le reste jusqu’à la fin de vos 48 heures.',
      ],
    },
    {
      id: 'subscriptions',
      heading: 'Les abonnements',
      paragraphs: [
        'Il y a deux formules : la mensuelle à 3,99 $ par mois et l’annuelle à 43,89 $ par an. Les deux ouvrent tout le catalogue, et les abonnés ne voient aucune publicité sur Lakou : ni bandeau, ni images publicitaires, ni promotions.',
        'Un abonnement payé par carte se renouvelle de lui-même à la fin de chaque mois ou de chaque année, jusqu’à votre résiliation. Un moyen de paiement qui ne permet pas de prélever de nouveau, comme MonCash, couvre une seule période ; ensuite, l’abonnement prend fin, sauf si vous payez à nouveau.',
        'Vous pouvez résilier à tout moment, sans préavis et sans frais, et vous gardez l’accès jusqu’à la fin de la période payée. Si un renouvellement ne peut pas être prélevé, l’accès est suspendu jusqu’à ce que le paiement passe ; s’il ne passe pas, l’abonnement prend fin.',
        'Si nous changeons le prix d’une formule, nous vous prévenons par e-mail au moins 30 jours avant. Le nouveau prix vaut à partir de votre période suivante, et vous pouvez résilier avant.',
      ],
    },
    {
      id: 'buying-and-renting',
      heading: 'Acheter et louer',
      paragraphs: [
        'L’achat vous donne le droit de regarder un titre sur Lakou aussi souvent que vous voulez, sans date de fin. La location vous donne le même droit pendant 48 heures, comptées à partir de la première lecture, ou du téléchargement sur un appareil ; elles commencent au plus tard 30 jours après votre paiement. Une série s’achète ou se loue en entier, avec tous ses épisodes présents sur Lakou.',
        'Chaque titre affiche son prix. Sauf indication contraire sur sa page, un film coûte 9,99 $ à l’achat et 4,99 $ à la location ; une série coûte 19,99 $ à l’achat et 9,99 $ à la location. Le prix qui compte est celui qui est affiché au moment de votre commande.',
        'Nous disons qu’un titre acheté est à vous pour toujours ; voici franchement ce que cela signifie. Vous achetez un droit de regarder, pas un fichier. Si un titre quitte le catalogue, nous cessons de le vendre, mais toutes les personnes qui l’ont acheté le gardent. Cela ne prend fin que si la loi ou un tribunal nous interdit de montrer le titre, si votre compte est supprimé ou si Lakou lui-même ferme. Quand nous voyons venir un tel jour, nous vous prévenons aussi tôt que possible. Si un titre que vous avez acheté doit disparaître, écrivez-nous : nous cherchons avec vous une solution juste, et cela peut être un remboursement.',
      ],
    },
    {
      id: 'payment',
      heading: 'Paiement et remboursement',
      paragraphs: [
        'Les prix sont en dollars américains. Le total que vous voyez avant de payer est ce que nous débitons ; votre banque ou votre portefeuille peut y ajouter ses propres frais.',
        'Les paiements passent par un prestataire : Stripe pour les cartes, et un portefeuille mobile comme MonCash là où la page de paiement le propose. Ces portefeuilles débitent en gourdes, et vous voyez le montant avant de confirmer. Vous saisissez numéros de carte et codes PIN chez le prestataire ; ils n’arrivent jamais chez nous.',
        'Un achat, une location ou un abonnement existe dès que le prestataire nous a confirmé le paiement. Si de l’argent a quitté votre compte et que rien ne s’est ouvert, [écrivez-nous](/contact) : nous interrogeons le prestataire et nous réglons la chose.',
        'Si ce que vous avez payé ne fonctionne pas et que nous n’arrivons pas à régler le problème dans un délai raisonnable, nous vous remboursons. Si vous avez acheté ou loué par erreur, vous pouvez le demander dans les 14 jours, tant que vous n’avez pas commencé à regarder. Une période d’abonnement commencée n’est pas remboursée, sauf si la faute est la nôtre ou si la loi le prévoit. Quand un paiement est remboursé, ou repris par votre banque, le droit qu’il avait ouvert prend fin.',
      ],
    },
    {
      id: 'fair-use',
      heading: 'Le bon usage',
      paragraphs: [
        'Lakou est fait pour regarder en privé, à la maison ou en route. Un même compte peut servir sur trois écrans en même temps ; si un quatrième démarre, vous pouvez arrêter l’un des autres. Merci de ne pas :',
        {
          list: [
            'copier, enregistrer ou transmettre des films, ni contourner ce qui les protège ;',
            'montrer des films en public ou contre de l’argent sans notre accord écrit. Pour une école, une église ou un festival, [demandez-nous](/contact) d’abord ;',
            'vendre votre compte, ni le partager au-delà de votre foyer ;',
            'forcer l’entrée de Lakou, le surcharger, ni recueillir ses contenus ou les données de ses membres à l’aide de programmes ;',
            'payer avec des moyens que vous n’avez pas le droit d’utiliser.',
          ],
        },
      ],
    },
    {
      id: 'forum',
      heading: 'Le forum, les avis et les profils',
      paragraphs: [
        'Tout le monde peut lire le forum ; les membres y écrivent. Toutes les langues sont les bienvenues. Parlez franchement et avec respect :',
        {
          list: [
            'Discutez des films et des idées, ne vous en prenez pas aux personnes. Pas d’insultes, de menaces ni de harcèlement, et rien qui rabaisse les gens pour leur origine, leur couleur, leur foi, leur sexe, leur handicap ou la personne qu’ils aiment.',
            'Rien d’illégal, rien de pornographique, rien qui mette des enfants en danger.',
            'Pas de copies pirates, ni de liens vers elles.',
            'Pas de publicité, pas de spam, pas le même message encore et encore.',
            'Ne publiez pas les détails privés des autres.',
            'Prévenez avant de révéler une fin.',
            'Ne donnez votre avis que sur des films que vous avez vus, jamais sur le vôtre ni contre de l’argent.',
          ],
        },
        'Cela vaut aussi pour les avis, les profils et les images. Les modérateurs peuvent déplacer ou fermer un sujet et retirer ce qui enfreint ces règles. Vous pouvez supprimer vos propres sujets et réponses ; avec un sujet disparaissent toutes ses réponses. Si vous voyez quelque chose qui n’a rien à faire là, [dites-le-nous](/contact).',
      ],
    },
    {
      id: 'content',
      heading: 'Ce qui appartient à qui',
      paragraphs: [
        'Ce que vous écrivez et téléversez reste à vous. Vous nous permettez de le conserver et de le montrer sur Lakou, gratuitement et partout, aussi longtemps qu’il s’y trouve. Il ne nous en faut pas plus, et nous ne le vendons pas. Ne publiez que ce que vous avez le droit de publier.',
        'Les films, les séries, les affiches et les textes de Lakou appartiennent à ceux qui les ont faits ou à ceux qui nous permettent de les montrer. Les regarder ne vous donne aucun autre droit sur eux.',
        'Si quelque chose sur Lakou prend ce qui est à vous, [écrivez-nous](/contact) : de quelle œuvre il s’agit, où elle se trouve sur Lakou, comment vous joindre, et que vous en détenez les droits ou parlez pour quelqu’un qui les détient. Nous examinons cela sans tarder et retirons ce qui n’a rien à faire ici.',
      ],
    },
    {
      id: 'ending',
      heading: 'Quand vous partez, ou devez partir',
      paragraphs: [
        'Vous pouvez supprimer votre compte à tout moment sur la page de votre compte, et télécharger vos données avant. La suppression est définitive. Votre accès, votre profil, vos images, votre liste de films à voir et vos avis sont effacés, et vous ne pouvez plus regarder ce que vous avez acheté, loué ou pris en abonnement. Vos messages du forum restent, avec un auteur inconnu, pour que les conversations puissent encore se suivre. Les écritures de paiement restent sans vos données personnelles.',
        'Pensez à résilier un abonnement en cours avant de supprimer votre compte. Si un paiement est quand même prélevé ensuite, écrivez-nous et nous vous le rendons.',
        'Si quelqu’un enfreint ces conditions gravement ou à répétition, nous pouvons retirer ses publications, l’empêcher d’écrire ou fermer son compte. Sauf urgence, nous avertissons d’abord, et nous disons toujours pourquoi. Si vous pensez que nous nous trompons, [dites-le-nous](/contact) : une personne vous lira. Si nous fermons votre compte alors que vous avez respecté les règles, nous vous rendons la part non utilisée de votre abonnement.',
      ],
    },
    {
      id: 'responsibility',
      heading: 'Ce dont nous répondons',
      paragraphs: [
        'Nous faisons de notre mieux pour que Lakou fonctionne, mais nous ne pouvons pas promettre qu’il ne s’arrête jamais : les réseaux tombent en panne et les machines demandent des soins. Les messages et les avis sont les paroles des membres qui les ont écrits, pas les nôtres.',
        'Dans la mesure où la loi le permet, nous offrons Lakou tel qu’il est, et ce que nous devons pour un dommage se limite à ce que vous nous avez payé dans les douze mois précédents. Cette limite ne vaut pas pour ce que nous faisons exprès ou par négligence grave, pour les atteintes à la vie ou à la santé, ni partout où la loi l’interdit. Les droits que la loi vous donne comme consommateur restent intacts.',
      ],
    },
    {
      id: 'changes',
      heading: 'Les changements de ces conditions',
      paragraphs: [
        'Chaque édition de ces conditions porte une version et une date ; vous les trouvez en haut de cette page. Quand nous changeons quelque chose qui compte pour vos droits ou vos devoirs, les conditions reçoivent une nouvelle version. Nous vous prévenons au moins 30 jours avant qu’elle prenne effet, et nous vous demandons de l’accepter avant de continuer à utiliser votre compte.',
        'Si vous ne voulez pas l’accepter, vous pouvez résilier votre abonnement et supprimer votre compte. Une nouvelle version ne dégrade jamais ce que vous avez déjà acheté.',
      ],
    },
    {
      id: 'law',
      heading: 'Droit et langues',
      paragraphs: [
        'En cas de désaccord, parlez-nous d’abord ; la plupart des choses se règlent ainsi. Le droit de l’État de New York s’applique, et les tribunaux de Brooklyn, New York, décident. Si vous êtes consommateur et que la loi de l’endroit où vous vivez vous protège mieux, ou vous donne un tribunal près de chez vous, vous gardez cette protection.',
        'Ces conditions existent en anglais, en français, en créole haïtien et en espagnol, et sont faites pour dire la même chose. Si elles devaient un jour différer, le texte anglais l’emporte, sauf si la loi de l’endroit où vous vivez en dispose autrement. Si une partie se révèle non valable, le reste tient toujours.',
      ],
    },
  ],
};
