import type { FaqText } from '../text.ts';

export const faq: FaqText = {
  title: 'Questions fréquentes',
  intro: [
    'Des réponses courtes à ce qu’on nous demande le plus souvent. S’il manque la vôtre, [écrivez-nous](/contact).',
  ],
  groups: [
    {
      id: 'start',
      heading: 'Pour commencer',
      questions: [
        {
          id: 'what-is-lakou',
          question: 'Qu’est-ce que Lakou ?',
          answer: [
            'Lakou est une maison pour les films et les séries d’Haïti, avec un forum tout autour. En Haïti, un lakou est la cour que partage une famille. C’est l’idée : on vient pour regarder, on reste pour parler.',
          ],
        },
        {
          id: 'need-account',
          question: 'Faut-il un compte ?',
          answer: [
            'Pas pour tout. Sans compte, vous pouvez faire un tour, ouvrir la page de chaque titre, lire le forum et regarder tous les titres marqués comme gratuits.',
            'Avec un compte, qui ne coûte rien, vous pouvez aussi tenir une liste de films à voir, donner votre avis, écrire dans le forum, vous abonner, acheter ou louer. [S’inscrire](/register) prend une minute.',
          ],
        },
        {
          id: 'devices',
          question: 'Sur quels appareils puis-je regarder, et sur combien à la fois ?',
          answer: [
            'Sur tout téléphone, tablette, ordinateur ou téléviseur muni d’un navigateur récent. Vous n’avez rien à installer ; si vous le souhaitez, votre navigateur peut placer Lakou sur votre écran d’accueil comme application web.',
            'Un même compte peut servir sur trois écrans en même temps. Si un quatrième démarre, vous pouvez arrêter l’un des autres.',
          ],
        },
        {
          id: 'languages',
          question: 'Quelles langues parle Lakou ?',
          answer: [
            'Le créole haïtien, le français, l’anglais et l’espagnol. Vous pouvez changer de langue en haut ou en bas de chaque page. Les films passent dans la langue où ils ont été tournés, avec des sous-titres quand le titre en a.',
          ],
        },
      ],
    },
    {
      id: 'watching',
      heading: 'Regarder',
      questions: [
        {
          id: 'who-may-watch',
          question: 'Que puis-je regarder ?',
          answer: [
            'Les titres gratuits sont pour tout le monde, même sans compte. Tous les autres s’ouvrent avec un abonnement, qui ouvre tout le catalogue. Beaucoup peuvent aussi s’acheter, ou se louer pour 48 heures ; la page du titre le dit. Ce que vous avez acheté ou loué se regarde sans abonnement.',
          ],
        },
        {
          id: 'rental-time',
          question: 'Quand commencent les 48 heures d’une location ?',
          answer: [
            'Quand vous lancez la première lecture, ou téléchargez le titre sur un appareil, et au plus tard 30 jours après votre paiement. Jusqu’à la fin, vous pouvez regarder autant de fois que vous voulez.',
          ],
        },
        {
          id: 'own-forever',
          question: 'Un film acheté reste-t-il vraiment à moi ?',
          answer: [
            'Oui. Vous pouvez le regarder sur Lakou aussi souvent que vous voulez, sans date de fin et sans rien payer de plus. Si le titre quitte le catalogue, plus personne ne peut l’acheter, mais il reste disponible pour vous.',
            'Disons-le franchement : vous achetez le droit de regarder, pas un fichier, et nous ne pouvons montrer que ce que la loi nous permet de montrer. Les [conditions](/terms) disent ce qui se passe dans les rares cas où cela prend fin.',
          ],
        },
        {
          id: 'slow-connection',
          question: 'Ma connexion est lente. Puis-je regarder quand même ?',
          answer: [
            'Oui, Lakou est fait aussi pour les connexions lentes. L’image commence petite et devient plus nette autant que votre connexion le permet. Si la ligne coupe, le lecteur attend et reprend là où vous étiez.',
            'Le lecteur a aussi un économiseur de données, quand chaque mégaoctet compte, et un mode audio seul, quand la connexion ne suffit que pour le son.',
          ],
        },
        {
          id: 'download',
          question: 'Puis-je télécharger les films ?',
          answer: [
            'Oui, avec un compte : ce que vous pouvez regarder, vous pouvez le garder sur votre appareil. Appuyez sur Télécharger sur la page du film et choisissez une taille ; le film se regarde ensuite dans Mes téléchargements, même sans connexion.',
            'Les téléchargements sont chiffrés et ne se lisent que sur cet appareil. Il faut les renouveler de temps en temps : connectez-vous un instant au moins tous les 14 jours, ou tous les 30 jours pour les films achetés. Un film loué se regarde jusqu’à la fin de la location.',
          ],
        },
        {
          id: 'not-playing',
          question: 'Un film ne démarre pas. Que faire ?',
          answer: [
            'Si la page dit que la vidéo n’est pas disponible, le film n’est pas encore prêt. Sinon, rechargez la page, choisissez une qualité plus basse dans le lecteur ou essayez un autre navigateur.',
            'S’il ne démarre toujours pas, [dites-nous](/contact) le titre, votre appareil et votre navigateur. Si vous l’avez payé et que nous n’arrivons pas à régler le problème, nous vous remboursons.',
          ],
        },
      ],
    },
    {
      id: 'paying',
      heading: 'Formules et paiement',
      questions: [
        {
          id: 'plan-prices',
          question: 'Combien coûte un abonnement ?',
          answer: [
            '3,99 $ par mois ou 43,89 $ par an, en dollars américains. La formule annuelle, ce sont douze mois pour le prix de onze. Les deux formules donnent la même chose : tous les films et toutes les séries du catalogue, sans publicité.',
          ],
        },
        {
          id: 'title-prices',
          question: 'Combien coûte l’achat ou la location d’un seul titre ?',
          answer: [
            'Chaque titre à vendre ou à louer affiche son prix. Sauf indication contraire sur sa page, un film coûte 9,99 $ à l’achat et 4,99 $ à la location ; une série coûte 19,99 $ à l’achat et 9,99 $ à la location. Une série vient avec tous ses épisodes.',
          ],
        },
        {
          id: 'how-to-pay',
          question: 'Comment puis-je payer ?',
          answer: [
            'La page de paiement montre les moyens qui vous sont ouverts. Les cartes passent par Stripe. Là où un portefeuille mobile comme MonCash est proposé, vous payez en gourdes depuis celui-ci, et vous voyez le montant avant de confirmer. Votre numéro de carte et votre code PIN n’arrivent jamais chez nous.',
          ],
        },
        {
          id: 'still-locked',
          question: 'J’ai payé, mais le film est toujours verrouillé. Que faire ?',
          answer: [
            'Un paiement compte dès que le prestataire de paiement nous le confirme. Cela prend en général quelques secondes, et la page se met à jour toute seule. Si c’est plus long, ne payez pas une deuxième fois : [écrivez-nous](/contact) avec la date et le montant, et nous interrogeons le prestataire.',
          ],
        },
        {
          id: 'cancel',
          question: 'Comment résilier mon abonnement ?',
          answer: [
            'À tout moment, sur la page de vos achats et de votre abonnement, ou en [nous écrivant](/contact). Cela ne coûte rien, et vous pouvez regarder jusqu’à la fin de la période payée.',
          ],
        },
        {
          id: 'refund',
          question: 'Puis-je obtenir un remboursement ?',
          answer: [
            'Si ce que vous avez payé ne fonctionne pas et que nous n’arrivons pas à régler le problème, oui. Si vous avez acheté ou loué par erreur, [écrivez-nous](/contact) dans les 14 jours et avant de commencer à regarder. Avec le remboursement, le droit de regarder prend fin.',
          ],
        },
        {
          id: 'advertising',
          question: 'Pourquoi est-ce que je vois de la publicité ?',
          answer: [
            'Les visiteurs et les membres sans abonnement voient quelques bannières ; elles aident à garder gratuits les titres gratuits. Les abonnés n’en voient aucune. Notre publicité ne suit personne : la [politique de confidentialité](/privacy) explique comment elle fonctionne.',
          ],
        },
      ],
    },
    {
      id: 'community',
      heading: 'La communauté',
      questions: [
        {
          id: 'forum-rules',
          question: 'Quelles sont les règles du forum ?',
          answer: [
            'Parlez comme dans la cour : franchement et avec respect. On discute des films, on ne s’en prend pas aux gens. Pas d’insultes, pas de menaces, pas de spam, pas de copies pirates, pas de détails privés sur les autres, et un avertissement avant de révéler une fin. Toutes les règles sont dans les [conditions](/terms).',
          ],
        },
        {
          id: 'delete-post',
          question: 'Puis-je retirer ce que j’ai écrit ?',
          answer: [
            'Oui. Vous pouvez supprimer vos propres sujets et réponses. Si vous supprimez un sujet, toutes ses réponses disparaissent aussi.',
          ],
        },
        {
          id: 'reviews',
          question: 'Comment fonctionnent les avis ?',
          answer: [
            'Chaque membre a un avis par film ou série : d’une à cinq étoiles, avec ou sans texte. Vous pouvez modifier ou supprimer le vôtre à tout moment sur la page du titre. La note affichée est la moyenne de ce que les membres ont vraiment donné ; un film sans avis n’affiche pas de note.',
          ],
        },
        {
          id: 'film-makers',
          question: 'J’ai fait un film. Comment peut-il arriver sur Lakou ?',
          answer: [
            'Nous serions heureux d’en entendre parler. [Écrivez-nous](/contact) avec le titre, quelques mots sur le film et un moyen de le voir. Ne proposez que des films dont les droits sont à vous.',
          ],
        },
      ],
    },
    {
      id: 'account',
      heading: 'Votre compte et vos données',
      questions: [
        {
          id: 'forgot-password',
          question: 'J’ai oublié mon mot de passe. Que faire ?',
          answer: [
            'Sur la [page de connexion](/login), suivez le lien du mot de passe oublié et donnez votre adresse e-mail. Nous vous envoyons un lien pour en choisir un nouveau, d’au moins 8 caractères. Si rien n’arrive, regardez d’abord parmi les courriers indésirables.',
          ],
        },
        {
          id: 'private-profile',
          question: 'Qui peut voir mon profil ?',
          answer: [
            'Un nouveau profil est public : tout le monde peut voir votre nom, votre nom d’utilisateur, votre photo et ce que vous dites de vous, depuis quand vous êtes membre, ainsi que vos avis et vos sujets. Votre numéro de téléphone et votre date de naissance ne sont montrés qu’à vous et à nos administrateurs, et votre liste de films à voir qu’à vous.',
            'Vous pouvez rendre votre profil privé à tout moment, sur votre [page de profil](/profile). Les autres ne voient alors que votre nom d’utilisateur et votre photo, à côté de ce que vous écrivez dans le forum et dans les avis.',
          ],
        },
        {
          id: 'export-delete',
          question: 'Puis-je emporter mes données ou supprimer mon compte ?',
          answer: [
            'Les deux, sur la page de votre compte. Le téléchargement est un fichier avec tout ce que nous avons sur vous. La suppression efface pour de bon votre accès, votre profil, vos images, votre liste et vos avis. Vos messages du forum restent sans votre nom, et les écritures de paiement restent sans vos données personnelles. Pensez à résilier d’abord un abonnement en cours.',
          ],
        },
      ],
    },
  ],
};
