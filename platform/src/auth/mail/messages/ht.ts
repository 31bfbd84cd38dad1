import type { EmailTexts } from './email-texts.ts';

export const ht: EmailTexts = {
  common: {
    code: 'Oswa tape kòd sa a:',
    orLink: 'Si bouton an pa mache, louvri adrès sa a:',
    hour: 'Lyen an ak kòd la sèvi yon sèl fwa, pandan yon ti tan.',
    sign: 'Lakou, kote fim ayisyen yo rankontre',
    sms: 'Kòd Lakou ou se {code}. Pa bay pèsonn li.',
  },
  emails: {
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
  },
  changes: {
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
  afterChange: {
    button: 'Ale nan paj koneksyon an',
    ending: 'Se pa t ou menm? Chwazi yon nouvo modpas touswit: « Modpas bliye », nan paj koneksyon an.',
  },
};
