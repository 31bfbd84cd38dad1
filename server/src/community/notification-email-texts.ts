import type { Language } from '@lakou/platform/mail';

interface Texts {
  subject: string;
  intro: string;
  reply: string;
  mention: string;
  unknown: string;
  open: string;
  why: string;
}

/** `{name}` is who wrote, `{title}` the topic. */
export const notificationTexts: Record<Language, Texts> = {
  en: {
    subject: 'New in the forum',
    intro: 'Somebody answered you or mentioned you:',
    reply: '{name} replied in “{title}”',
    mention: '{name} mentioned you in “{title}”',
    unknown: 'Somebody',
    open: 'Read it',
    why: 'You get this e-mail because you asked for it. You can change that in your account: {url}',
  },
  fr: {
    subject: 'Du nouveau sur le forum',
    intro: 'On vous a répondu ou mentionné :',
    reply: '{name} a répondu dans « {title} »',
    mention: '{name} vous a mentionné dans « {title} »',
    unknown: 'Quelqu’un',
    open: 'Lire',
    why: 'Vous recevez cet e-mail parce que vous l’avez demandé. Vous pouvez changer cela dans votre compte : {url}',
  },
  ht: {
    subject: 'Gen nouvo bagay nan fowòm nan',
    intro: 'Yon moun reponn ou oswa nonmen w:',
    reply: '{name} reponn nan “{title}”',
    mention: '{name} nonmen w nan “{title}”',
    unknown: 'Yon moun',
    open: 'Li sa',
    why: 'Ou resevwa imèl sa a paske ou te mande l. Ou ka chanje sa nan kont ou: {url}',
  },
  es: {
    subject: 'Novedades en el foro',
    intro: 'Alguien te respondió o te mencionó:',
    reply: '{name} respondió en “{title}”',
    mention: '{name} te mencionó en “{title}”',
    unknown: 'Alguien',
    open: 'Leer',
    why: 'Recibes este correo porque lo pediste. Puedes cambiarlo en tu cuenta: {url}',
  },
};
