import { type AccountChange, accountChangeMessages } from './account-change-messages.ts';
import type { Language } from './languages.ts';

export type EmailKind =
  | 'confirmation'
  | 'invite'
  | 'magic_link'
  | 'recovery'
  | 'email_change_new'
  | 'email_change_current'
  | 'reauthentication'
  | 'already_registered'
  | AccountChange;

export interface EmailMessage {
  subject: string;
  heading: string;
  /** {address} is the new address, where one is being changed. */
  body: string;
  button?: string;
  ending: string;
}

interface Common {
  code: string;
  orLink: string;
  hour: string;
  sign: string;
  sms: string;
}

/** Used in every email. */
export const common: Record<Language, Common> = {
  en: {
    code: 'Or type this code:',
    orLink: 'If the button does not work, open this address:',
    hour: 'The link and the code work once, for a short time.',
    sign: 'Lakou, the yard where Haitian films come together',
    sms: 'Your Lakou code is {code}. Do not share it.',
  },
  fr: {
    code: 'Ou tapez ce code :',
    orLink: 'Si le bouton ne marche pas, ouvrez cette adresse :',
    hour: 'Le lien et le code servent une seule fois, pendant peu de temps.',
    sign: 'Lakou, la cour où se retrouvent les films haïtiens',
    sms: 'Votre code Lakou est {code}. Ne le partagez pas.',
  },
  ht: {
    code: 'Oswa tape kòd sa a:',
    orLink: 'Si bouton an pa mache, louvri adrès sa a:',
    hour: 'Lyen an ak kòd la sèvi yon sèl fwa, pandan yon ti tan.',
    sign: 'Lakou, kote fim ayisyen yo rankontre',
    sms: 'Kòd Lakou ou se {code}. Pa bay pèsonn li.',
  },
};

export const emailMessages: Record<Language, Record<EmailKind, EmailMessage>> = {
  en: {
    confirmation: {
      subject: 'Confirm your address',
      heading: 'Welcome to Lakou',
      body: 'One step is left: confirm that this address is yours.',
      button: 'Confirm my address',
      ending: 'You did not register? Then do nothing, and nothing happens.',
    },
    invite: {
      subject: 'You are invited to Lakou',
      heading: 'You are invited',
      body: 'Somebody keeps a seat for you in the yard. Accept, then choose your password.',
      button: 'Accept the invitation',
      ending: 'You did not expect this? Then do nothing.',
    },
    magic_link: {
      subject: 'Your sign-in link',
      heading: 'Sign in to Lakou',
      body: 'Here is the link you asked for. It signs you in without a password.',
      button: 'Sign in',
      ending: 'You did not ask for it? Then do nothing, and nobody gets in.',
    },
    recovery: {
      subject: 'Choose a new password',
      heading: 'Choose a new password',
      body: 'Somebody asked for a new password for this account. If it was you, go on here.',
      button: 'Choose a new password',
      ending: 'It was not you? Then do nothing; your password stays as it is.',
    },
    email_change_new: {
      subject: 'Confirm your new address',
      heading: 'Confirm your new address',
      body: 'Your Lakou account is to use the address {address}. Confirm that it is yours.',
      button: 'Confirm the new address',
      ending: 'You know nothing of this? Then do nothing.',
    },
    email_change_current: {
      subject: 'Your address is being changed',
      heading: 'Your address is being changed',
      body: 'Your Lakou account is to use the address {address} from now on. Confirm that you want this.',
      button: 'Confirm the change',
      ending: 'It was not you? Then do nothing, and change your password.',
    },
    reauthentication: {
      subject: 'Your code',
      heading: 'Is it you?',
      body: 'Type this code to go on with what you were doing.',
      ending: 'You were doing nothing? Then change your password.',
    },
    already_registered: {
      subject: 'You already have an account',
      heading: 'You already have an account',
      body: 'Somebody tried to register at Lakou with this address, which already has an account. If it was you, sign in, or choose a new password if you forgot yours.',
      button: 'Sign in',
      ending: 'It was not you? Then do nothing; your account stays as it is.',
    },
    ...accountChangeMessages('en'),
  },
  fr: {
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
    ...accountChangeMessages('fr'),
  },
  ht: {
    confirmation: {
      subject: 'Konfime adrès ou',
      heading: 'Byenveni nan Lakou',
      body: 'Rete yon sèl etap: konfime adrès sa a se pou ou li ye.',
      button: 'Konfime adrès mwen',
      ending: 'Se pa ou ki enskri? Pa fè anyen, anyen p ap rive.',
    },
    invite: {
      subject: 'Yo envite ou nan Lakou',
      heading: 'Yo envite ou',
      body: 'Yon moun kenbe yon plas pou ou nan lakou a. Aksepte, epi chwazi modpas ou.',
      button: 'Aksepte envitasyon an',
      ending: 'Ou pa t ap tann sa? Pa fè anyen.',
    },
    magic_link: {
      subject: 'Lyen pou ou konekte',
      heading: 'Konekte nan Lakou',
      body: 'Men lyen ou te mande a. L ap konekte ou san modpas.',
      button: 'Konekte',
      ending: 'Ou pa t mande l? Pa fè anyen, pèsonn p ap antre.',
    },
    recovery: {
      subject: 'Chwazi yon nouvo modpas',
      heading: 'Chwazi yon nouvo modpas',
      body: 'Yon moun mande yon nouvo modpas pou kont sa a. Si se ou menm, kontinye isit la.',
      button: 'Chwazi yon nouvo modpas',
      ending: 'Se pa t ou menm? Pa fè anyen; modpas ou ap rete jan l ye a.',
    },
    email_change_new: {
      subject: 'Konfime nouvo adrès ou',
      heading: 'Konfime nouvo adrès ou',
      body: 'Kont Lakou ou dwe sèvi ak adrès {address}. Konfime se pou ou li ye.',
      button: 'Konfime nouvo adrès la',
      ending: 'Ou pa konn anyen nan sa? Pa fè anyen.',
    },
    email_change_current: {
      subject: 'Adrès ou pral chanje',
      heading: 'Adrès ou pral chanje',
      body: 'Kont Lakou ou dwe sèvi ak adrès {address} kounye a. Konfime se sa ou vle.',
      button: 'Konfime chanjman an',
      ending: 'Se pa t ou menm? Pa fè anyen, epi chanje modpas ou.',
    },
    reauthentication: {
      subject: 'Kòd ou',
      heading: 'Èske se ou menm?',
      body: 'Tape kòd sa a pou kontinye sa ou t ap fè a.',
      ending: 'Ou pa t ap fè anyen? Chanje modpas ou.',
    },
    already_registered: {
      subject: 'Ou gen yon kont deja',
      heading: 'Ou gen yon kont deja',
      body: 'Yon moun eseye enskri nan Lakou ak adrès sa a, ki gen yon kont deja. Si se ou menm, konekte, oswa chwazi yon nouvo modpas si ou bliye pa ou la.',
      button: 'Konekte',
      ending: 'Se pa t ou menm? Pa fè anyen; kont ou ap rete jan l ye a.',
    },
    ...accountChangeMessages('ht'),
  },
};
