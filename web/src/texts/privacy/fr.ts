import type { DocumentText } from '../text.ts';

export const privacy: DocumentText = {
  title: 'Politique de confidentialité',
  version: '2026-11',
  effective: '2026-11-15',
  intro: [
    'En bref : nous gardons ce dont Lakou a besoin pour fonctionner pour vous, et rien pour la publicité de qui que ce soit. Nous ne vendons pas vos données et nous ne vous suivons pas à la trace. Voici le tout en détail.',
  ],
  sections: [
    {
      id: 'who',
      heading: 'Qui est responsable',
      paragraphs: [
        'Les personnes qui font vivre Lakou, par courrier à l’adresse {address}. Pour tout ce qui touche à vos données, écrivez à {email} ou passez par la [page de contact](/contact).',
      ],
    },
    {
      id: 'what-we-keep',
      heading: 'Ce que nous gardons, et pourquoi',
      paragraphs: [
        'Si vous avez un compte, nous gardons :',
        {
          list: [
            'votre adresse e-mail, et votre mot de passe sous une forme brouillée que nous-mêmes ne pouvons pas lire. Si vous venez par Google ou Facebook, ils nous envoient votre nom, votre adresse e-mail et l’adresse de votre photo ;',
            'votre profil : le nom d’utilisateur, que nous formons d’abord à partir de ce qui précède le @ dans votre adresse e-mail, et tout ce que vous ajoutez, comme nom, photo, quelques mots sur vous, lieu, site web, profession, centres d’intérêt, numéro de téléphone et date de naissance ;',
            'la version des conditions que vous avez acceptée, et quand ;',
            'votre liste de films à voir, vos avis, vos sujets, vos réponses et vos réactions dans le forum, et les notifications que vous souhaitez ;',
            'ce que vous regardez et jusqu’où, pour que vous puissiez reprendre au même endroit ;',
            'vos commandes, achats, locations et abonnements ;',
            'les appareils connectés : depuis quand, avec quel navigateur, depuis quelle adresse réseau ;',
            'un journal de sécurité des changements apportés aux comptes, par exemple un nouveau compte ou un nouveau mot de passe : numéro de compte, heure et adresse réseau, sans nom ni adresse e-mail.',
          ],
        },
        'Si vous nous écrivez par la page de contact, nous gardons votre nom, votre adresse e-mail et votre message pour vous répondre, et une copie nous parvient par e-mail.',
        'Tout cela nous sert à vous donner ce que vous avez demandé, à tenir nos comptes comme la loi l’exige, et à protéger Lakou et ses membres. Ce que vous ajoutez de vous-même à votre profil, vous pouvez le retirer à tout moment.',
      ],
    },
    {
      id: 'what-others-see',
      heading: 'Ce que les autres peuvent voir',
      paragraphs: [
        'Le forum et les avis sont publics. Tout le monde peut les lire, les moteurs de recherche aussi, avec votre nom d’utilisateur et votre photo à côté.',
        'Un nouveau profil est public. Tout le monde peut voir votre nom, votre nom d’utilisateur, votre photo, les mots sur vous, le lieu, le site web, la profession et les centres d’intérêt, depuis quand vous êtes membre, et la liste de vos avis et de vos sujets. Le numéro de téléphone et la date de naissance ne sont montrés qu’à vous et à nos administrateurs ; votre liste de films à voir et ce que vous regardez, qu’à vous.',
        'Vous pouvez rendre votre profil privé à tout moment. Les autres membres ne voient alors que votre nom d’utilisateur et votre photo, et seulement à côté de ce que vous écrivez en public. C’est la base de données elle-même qui cache le reste, pas seulement l’écran. Nos administrateurs peuvent encore le voir, car ils doivent s’occuper des comptes.',
      ],
    },
    {
      id: 'counting',
      heading: 'Comment nous comptons les vues',
      paragraphs: [
        'Un sujet du forum compte chaque lecteur une fois par jour. Pour les visiteurs sans compte, nous mêlons l’adresse réseau à un nombre secret, tiré au hasard et nouveau chaque jour, et nous ne gardons que l’empreinte qui en sort. L’adresse elle-même n’est pas conservée. Quand le jour est fini, le nombre et les empreintes sont jetés, si bien que personne ne peut savoir après coup qui était là. Pour les membres, nous notons le numéro de compte, et nous l’oublions quand le jour est fini.',
        'De façon semblable, nous comptons pendant un court moment combien de fois quelqu’un essaie un mot de passe ou envoie un message, pour que personne ne puisse deviner des mots de passe ni nous inonder.',
      ],
    },
    {
      id: 'payments',
      heading: 'Les paiements',
      paragraphs: [
        'Vous payez auprès d’un prestataire : Stripe, ou un portefeuille mobile comme MonCash là où nous le proposons. Votre numéro de carte et votre code PIN restent chez lui. Nous donnons au prestataire un numéro de commande et le montant, et à Stripe aussi votre adresse e-mail, pour que le paiement retrouve votre compte.',
        'Le prestataire nous dit si le paiement est passé, le montant et sa référence. Un portefeuille mobile peut aussi indiquer le numéro de téléphone qui a payé ; nous ne l’inscrivons pas dans nos livres.',
        'Chaque paiement est une ligne de notre grand livre : commande, montant, devise, prestataire, référence et heure. Ces lignes ne sont jamais modifiées ni retirées. Tant que vous avez un compte, vos commandes y renvoient. Quand vous le supprimez, ce lien est coupé, et nos livres ne disent plus qui a payé. Le prestataire garde ses propres écritures selon ses propres règles.',
        'Si vous avez eu un essai gratuit ou un abonnement, nous gardons pendant trois ans une empreinte de votre adresse e-mail ou de votre numéro de téléphone, même après la suppression de votre compte, pour qu’un essai ne soit donné qu’une fois. On ne peut pas y lire l’adresse.',
      ],
    },
    {
      id: 'cookies',
      heading: 'Les cookies et la mémoire de votre navigateur',
      paragraphs: [
        'Nous ne posons que les cookies dont Lakou a besoin :',
        {
          list: [
            'votre langue, pour un an ;',
            'votre thème, clair ou sombre, pour un an ;',
            'un indice de connexion, pour un an : il dit à notre serveur quel en-tête dessiner, et n’ouvre rien ;',
            'si vous vous connectez sans demander qu’on se souvienne de vous, une marque qui disparaît avec la fermeture du navigateur, pour que votre session finisse avec lui ;',
            'si vous vous connectez avant que l’application soit chargée, ou sans JavaScript, votre session, chiffrée, pour une heure au plus et jusqu’à ce que l’application l’ait reprise ;',
            'pendant que vous regardez, une clé qui lie le film à votre navigateur.',
          ],
        },
        'La connexion elle-même se trouve dans la mémoire de votre navigateur jusqu’à ce que vous vous déconnectiez. Un texte que vous n’avez pas encore envoyé peut s’y trouver aussi, et les films que vous avez téléchargés, chiffrés. Il n’y a ni cookies de pistage, ni cookies publicitaires, ni compteurs d’autres sociétés. C’est pourquoi nous ne vous demandons pas d’accepter des cookies.',
      ],
    },
    {
      id: 'sharing',
      heading: 'Qui d’autre reçoit des données',
      paragraphs: [
        'Nous ne vendons, ne louons ni n’échangeons vos données. Elles ne vont qu’aux destinataires suivants :',
        {
          list: [
            'Stripe ou le portefeuille mobile que vous choisissez, quand vous payez ;',
            'Google ou Facebook, si vous choisissez de vous connecter par eux : ils apprennent que vous utilisez Lakou ;',
            'les entreprises qui font tourner nos serveurs et acheminent notre courrier, sur nos seules instructions ;',
            'les tribunaux et les autorités, là où la loi nous y oblige, après vérification de la demande.',
          ],
        },
        'Au sein de Lakou, les administrateurs, les modérateurs et les comptables voient ce qu’il leur faut pour leur travail.',
        'La publicité sur Lakou est faite d’images que nous plaçons nous-mêmes. Elle ne dépend pas de qui vous êtes, et aucun annonceur n’apprend qui l’a vue. Si vous suivez une bannière, vous quittez Lakou, et les règles de l’autre site s’appliquent.',
        'Lakou est dirigé depuis New York. Vos données peuvent être traitées aux États-Unis et partout où les entreprises nommées ici ont leurs machines, avec les garanties que la loi demande.',
      ],
    },
    {
      id: 'keeping-and-deleting',
      heading: 'Combien de temps nous gardons tout cela, et ce que fait la suppression',
      paragraphs: [
        'Nous gardons vos données aussi longtemps que vous avez un compte. Nous en effaçons certaines plus tôt, sans que vous ayez rien à faire :',
        {
          list: [
            'ce que vous avez regardé et quand, après {watch_sessions} jours. L’endroit où vous vous êtes arrêté dans un film reste, pour que vous puissiez continuer ;',
            'la qualité de lecture des films (attente, arrêts, type d’appareil, pays et titre, sans rien sur vous), après {statistics} jours ;',
            'les notifications, après {notifications} jours, et jusqu’où vous avez lu un sujet que vous ne suivez pas, après {topic_readers} jours ;',
            'les commandes jamais payées, après {orders} jours ;',
            'les appareils connectés qui ne servent plus, après {sessions} jours ;',
            'les appareils qui gardent des films téléchargés et ne se sont plus connectés, après {sessions} jours : un nom comme « Chrome, Android », et les films qu’ils gardent ;',
            'le journal de sécurité, après {account_events} jours ;',
            'les messages de la page de contact, après {contact_messages} jours au plus tard ;',
            'les textes d’avant une modification dans le forum, après {text_versions} jours, et les signalements réglés et les actes des modérateurs, après {moderation} jours ;',
            'la liste de ce qu’a fait notre équipe, après {audit_log} jours.',
          ],
        },
        'Vous pouvez supprimer votre compte vous-même sur la page de votre compte, ou [nous demander](/contact) de le faire. Alors :',
        {
          list: [
            'votre accès, votre profil, vos fichiers, votre liste de films à voir, vos avis, l’historique de ce que vous avez regardé, vos appareils connectés et les messages que vous nous avez envoyés en étant connecté sont effacés ;',
            'vos sujets et vos réponses dans le forum restent, mais leur auteur est indiqué comme inconnu. Si vous ne le voulez pas, supprimez-les avant ;',
            'les écritures de paiement restent, sans vos données personnelles ;',
            'le journal de sécurité garde ses lignes, sans nom ni adresse e-mail.',
          ],
        },
        'Les copies de sécurité de la base de données sont remplacées tour à tour par de plus récentes, et ce que vous avez supprimé disparaît avec elles. Les messages de personnes sans compte, nous les effaçons quand ils sont réglés, ou quand la personne qui les a écrits nous le demande.',
      ],
    },
    {
      id: 'your-rights',
      heading: 'Vos droits',
      paragraphs: [
        'Vous pouvez corriger votre profil à tout moment. Sur la page de votre compte, vous pouvez télécharger tout ce que nous avons sur vous dans un fichier (JSON) et supprimer votre compte. Vous pouvez aussi nous demander ce que nous gardons, le faire corriger ou effacer, ou vous opposer à l’usage que nous en faisons. Cela ne coûte rien, et nous répondons au plus tard dans les 30 jours.',
        'Si notre réponse ne vous satisfait pas, vous pouvez vous plaindre auprès de l’autorité de protection des données de l’endroit où vous vivez.',
      ],
    },
    {
      id: 'security',
      heading: 'Comment nous les protégeons',
      paragraphs: [
        'Les mots de passe ne sont gardés que sous forme d’empreinte. Pour chaque ligne, la base de données vérifie qui peut la voir ou la modifier. Qui travaille pour Lakou ne reçoit que les droits nécessaires à son travail. Si des données tombaient quand même en de mauvaises mains, nous vous préviendrions, ainsi que les autorités, comme la loi l’exige.',
      ],
    },
    {
      id: 'children',
      heading: 'Les enfants',
      paragraphs: [
        'Les comptes sont pour les personnes d’au moins 13 ans, ou davantage là où la loi de leur pays le demande, et avant 18 ans avec l’accord d’un parent ou d’un tuteur. Nous ne gardons pas sciemment de données d’enfants plus jeunes. Si vous connaissez un tel compte, [dites-le-nous](/contact), et nous le supprimons.',
      ],
    },
    {
      id: 'changes',
      heading: 'Les changements de ce texte',
      paragraphs: [
        'Ce texte porte une version et une date, comme les [conditions d’utilisation](/terms) ; vous les trouvez en haut de cette page. Si nous voulons faire quelque chose de nouveau avec vos données, nous changeons d’abord le texte, nous vous prévenons, et nous demandons votre accord là où la loi l’exige.',
      ],
    },
  ],
};
