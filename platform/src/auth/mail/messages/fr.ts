import type { EmailTexts } from './email-texts.ts';

export const fr: EmailTexts = {
  common: {
    code: 'Ou tapez ce code :',
    orLink: 'Si le bouton ne marche pas, ouvrez cette adresse :',
    hour: 'Le lien et le code servent une seule fois, pendant peu de temps.',
    sign: 'Lakou, la cour où se retrouvent les films haïtiens',
    sms: 'Votre code Lakou est {code}. Ne le partagez pas.',
  },
  emails: {
    confirmation: {
      subject: 'Confirmez votre adresse',
      heading: 'Bienvenue à Lakou',
      body: 'Il reste un pas : confirmez que cette adresse est bien la vôtre.',
      button: 'Confirmer mon adresse',
      ending: 'Vous ne vous êtes pas inscrit ? Alors ne faites rien, il ne se passera rien.',
    },
    invite: {
      subject: 'Vous êtes invité à Lakou',
      heading: 'Vous êtes invité',
      body: 'Quelqu’un vous garde une place dans la cour. Acceptez, puis choisissez votre mot de passe.',
      button: 'Accepter l’invitation',
      ending: 'Vous n’attendiez rien ? Alors ne faites rien.',
    },
    magic_link: {
      subject: 'Votre lien de connexion',
      heading: 'Se connecter à Lakou',
      body: 'Voici le lien que vous avez demandé. Il vous connecte sans mot de passe.',
      button: 'Se connecter',
      ending: 'Vous n’avez rien demandé ? Alors ne faites rien, personne n’entrera.',
    },
    recovery: {
      subject: 'Choisissez un nouveau mot de passe',
      heading: 'Choisissez un nouveau mot de passe',
      body: 'Quelqu’un a demandé un nouveau mot de passe pour ce compte. Si c’est vous, continuez ici.',
      button: 'Choisir un nouveau mot de passe',
      ending: 'Ce n’était pas vous ? Alors ne faites rien ; votre mot de passe reste le même.',
    },
    email_change_new: {
      subject: 'Confirmez votre nouvelle adresse',
      heading: 'Confirmez votre nouvelle adresse',
      body: 'Votre compte Lakou doit utiliser l’adresse {address}. Confirmez qu’elle est à vous.',
      button: 'Confirmer la nouvelle adresse',
      ending: 'Cela ne vous dit rien ? Alors ne faites rien.',
    },
    email_change_current: {
      subject: 'Votre adresse va changer',
      heading: 'Votre adresse va changer',
      body: 'Votre compte Lakou doit désormais utiliser l’adresse {address}. Confirmez que vous le voulez.',
      button: 'Confirmer le changement',
      ending: 'Ce n’était pas vous ? Alors ne faites rien, et changez votre mot de passe.',
    },
    reauthentication: {
      subject: 'Votre code',
      heading: 'Est-ce bien vous ?',
      body: 'Tapez ce code pour continuer ce que vous faisiez.',
      ending: 'Vous ne faisiez rien ? Alors changez votre mot de passe.',
    },
    already_registered: {
      subject: 'Vous avez déjà un compte',
      heading: 'Vous avez déjà un compte',
      body: 'Quelqu’un a voulu s’inscrire à Lakou avec cette adresse, qui a déjà un compte. Si c’est vous, connectez-vous, ou choisissez un nouveau mot de passe si vous avez oublié le vôtre.',
      button: 'Se connecter',
      ending: 'Ce n’était pas vous ? Alors ne faites rien ; votre compte reste le même.',
    },
  },
  changes: {
    password_changed: [
      'Votre mot de passe a changé',
      'Le mot de passe de votre compte Lakou vient d’être changé, et vos autres appareils ont été déconnectés.',
    ],
    email_changed: [
      'Votre adresse a changé',
      'Votre compte Lakou utilise désormais une autre adresse e-mail. Nous écrivons à celle-ci pour la dernière fois.',
    ],
    phone_changed: [
      'Votre numéro de téléphone a changé',
      'Le numéro de téléphone de votre compte Lakou vient d’être changé.',
    ],
    identity_linked: [
      'Un nouveau moyen de connexion a été ajouté',
      'Votre compte Lakou vient d’être relié à un compte Google ou Facebook, qui permet maintenant de s’y connecter.',
    ],
    identity_unlinked: [
      'Un moyen de connexion a été retiré',
      'Un des moyens de se connecter à votre compte Lakou vient d’être retiré. L’adresse du compte reste la même.',
    ],
    factor_added: [
      'La connexion en deux étapes est activée',
      'Un second facteur vient d’être ajouté à votre compte Lakou. Il sera demandé à chaque connexion.',
    ],
    factor_removed: [
      'Un second facteur a été retiré',
      'Un second facteur vient d’être retiré de votre compte Lakou.',
    ],
    passkey_added: [
      'Une clé d’accès a été ajoutée',
      'Une clé d’accès vient d’être ajoutée à votre compte Lakou. Elle permet de se connecter sans mot de passe.',
    ],
    passkey_removed: [
      'Une clé d’accès a été retirée',
      'Une clé d’accès vient d’être retirée de votre compte Lakou.',
    ],
  },
  afterChange: {
    button: 'Aller à la page de connexion',
    ending:
      'Ce n’était pas vous ? Choisissez tout de suite un nouveau mot de passe : « Mot de passe oublié », sur la page de connexion.',
  },
};
