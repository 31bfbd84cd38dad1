import type { EmailMessage } from './email-messages.ts';
import type { Language } from './languages.ts';

/** Changes to the ways into an account; each is reported to the address that the account had before. */
export type AccountChange =
  | 'password_changed'
  | 'email_changed'
  | 'phone_changed'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'factor_added'
  | 'factor_removed'
  | 'passkey_added'
  | 'passkey_removed';

/** The subject, which is the heading too, and what happened. */
type Report = [subject: string, body: string];

const reports: Record<Language, Record<AccountChange, Report>> = {
  en: {
    password_changed: [
      'Your password was changed',
      'The password of your Lakou account was changed just now, and every other device was signed out.',
    ],
    email_changed: [
      'Your address was changed',
      'Your Lakou account uses another e-mail address from now on. We write to this one for the last time.',
    ],
    phone_changed: [
      'Your phone number was changed',
      'The phone number of your Lakou account was changed just now.',
    ],
    identity_linked: [
      'A new way to sign in was connected',
      'Your Lakou account was just connected with an account at Google or Facebook, which can sign in to it now.',
    ],
    identity_unlinked: [
      'A way to sign in was disconnected',
      'One of the ways to sign in to your Lakou account was removed just now. The account’s address stays the same.',
    ],
    factor_added: [
      'Two-factor sign-in was turned on',
      'A second factor was just added to your Lakou account. From now on signing in asks for it.',
    ],
    factor_removed: [
      'A second factor was removed',
      'A second factor was just removed from your Lakou account.',
    ],
    passkey_added: [
      'A passkey was added',
      'A passkey was just added to your Lakou account. It signs in without a password.',
    ],
    passkey_removed: ['A passkey was removed', 'A passkey was just removed from your Lakou account.'],
  },
  fr: {
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
  ht: {
    password_changed: [
      'Modpas ou chanje',
      'Modpas kont Lakou ou fèk chanje, epi tout lòt aparèy yo dekonekte.',
    ],
    email_changed: [
      'Adrès ou chanje',
      'Kont Lakou ou sèvi ak yon lòt adrès imèl kounye a. Se dènye fwa n ap ekri nan adrès sa a.',
    ],
    phone_changed: ['Nimewo telefòn ou chanje', 'Nimewo telefòn kont Lakou ou fèk chanje.'],
    identity_linked: [
      'Yon nouvo fason pou konekte ajoute',
      'Kont Lakou ou fèk konekte ak yon kont Google oswa Facebook, ki ka antre ladan l kounye a.',
    ],
    identity_unlinked: [
      'Yon fason pou konekte retire',
      'Youn nan fason pou konekte nan kont Lakou ou fèk retire. Adrès kont lan pa chanje.',
    ],
    factor_added: [
      'Koneksyon an de etap limen',
      'Yon dezyèm faktè fèk ajoute nan kont Lakou ou. Y ap mande li chak fwa ou konekte.',
    ],
    factor_removed: ['Yon dezyèm faktè retire', 'Yon dezyèm faktè fèk retire nan kont Lakou ou.'],
    passkey_added: [
      'Yon kle aksè ajoute',
      'Yon kle aksè fèk ajoute nan kont Lakou ou. Li konekte san modpas.',
    ],
    passkey_removed: ['Yon kle aksè retire', 'Yon kle aksè fèk retire nan kont Lakou ou.'],
  },
};

const around: Record<Language, { button: string; ending: string }> = {
  en: {
    button: 'Go to the sign-in page',
    ending: 'It was not you? Then choose a new password at once: “Forgot password”, on the sign-in page.',
  },
  fr: {
    button: 'Aller à la page de connexion',
    ending:
      'Ce n’était pas vous ? Choisissez tout de suite un nouveau mot de passe : « Mot de passe oublié », sur la page de connexion.',
  },
  ht: {
    button: 'Ale nan paj koneksyon an',
    ending: 'Se pa t ou menm? Chwazi yon nouvo modpas touswit: « Modpas bliye », nan paj koneksyon an.',
  },
};

export function accountChangeMessages(language: Language): Record<AccountChange, EmailMessage> {
  const messages = Object.entries(reports[language]).map(([change, [subject, body]]) => [
    change,
    { subject, heading: subject, body, ...around[language] },
  ]);
  return Object.fromEntries(messages);
}
