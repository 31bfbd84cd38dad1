import type { Translation } from '../../words.ts';
import type { standing as english } from './en.ts';

export const standing: Translation<typeof english> = {
  // terms and privacy
  version: 'Vèsyon {version}',
  effective: 'An vigè depi {date}',
  contents: 'Sou paj sa a',
  read_also: 'Li sa a tou',
  // questions
  find_question: 'Chèche nan kesyon yo',
  questions_found: { one: 'Nou jwenn {count} repons', other: 'Nou jwenn {count} repons' },
  no_questions: 'Nou pa jwenn repons pou « {text} »',
  no_questions_text: 'Eseye yon lòt mo, oswa poze nou kesyon an.',
  still_asking: 'Kesyon pa ou a pa la?',
  still_asking_text: 'Ekri nou, n ap chèche repons lan ansanm avè w.',
  write_to_us: 'Ekri nou',
  // contact
  contact_text: 'Yon kesyon, yon lide, yon fim ou fè: pale nou de sa. Mesaj ou a rive jwenn nou dirèk.',
  by_post: 'Pa lapòs',
  by_email: 'Pa imèl',
  at_once: 'Yon repons touswit',
  at_once_text: 'Anpil kesyon jwenn repons yo deja nan [kesyon yo poze souvan](/faq).',
  name: 'Non',
  email: 'Imèl',
  subject: 'Sijè',
  message: 'Mesaj',
  send: 'Voye mesaj la',
  sent: 'Mesaj la ale! N ap reponn ou talè.',
  not_sent: 'Mesaj ou a pa t ka ale. Tanpri eseye ankò.',
  nothing_lost: 'Sa ou te ekri a toujou la. Ou ka ekri nan {email} tou.',
};
