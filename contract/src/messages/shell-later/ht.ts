import type { Translation } from '../../translate.ts';
import type { shellLater as english } from './en.ts';

export const shellLater: Translation<typeof english> = {
  // television
  television_layout: 'Prezantasyon pou televizyon',
  television_layout_text: 'Gwo lèt, epi tout bagay ak flèch telekòmand lan.',
  leave_television: 'Kite prezantasyon televizyon an',
  // guards
  login_required: 'Konekte pou w ka wè paj sa a',
  no_permission: 'Ou pa gen dwa antre nan paj sa a',
  check_failed: 'Nou pa t ka verifye si ou gen aksè',
  admin_check_failed: 'Nou pa t ka verifye dwa administratè ou',
  // parts of pages
  login_to_view_profile: 'Konekte pou w ka wè pwofil ou',
  clear_search: 'Efase rechèch la',
  show_password: 'Montre modpas la',
  hide_password: 'Kache modpas la',
  star_count: { one: '{count} zetwal', other: '{count} zetwal' },
  breadcrumb: 'Kote ou ye',
  pages: 'Paj yo',
  previous: 'Anvan',
  next: 'Apre',
  page_number: 'Paj {page}',
  // legal pages
  document_version: 'Vèsyon {version}',
  document_effective: 'An vigè depi {date}',
  document_contents: 'Sou paj sa a',
  document_read_also: 'Li sa a tou',
  // FAQ
  faq_find_question: 'Chèche nan kesyon yo',
  faq_questions_found: { one: 'Nou jwenn {count} repons', other: 'Nou jwenn {count} repons' },
  faq_no_questions: 'Nou pa jwenn repons pou « {text} »',
  faq_no_questions_text: 'Eseye yon lòt mo, oswa poze nou kesyon an.',
  faq_still_asking: 'Kesyon pa ou a pa la?',
  faq_still_asking_text: 'Ekri nou, n ap chèche repons lan ansanm avè w.',
  faq_write_to_us: 'Ekri nou',
  // welcome
  welcome: 'Byenvini sou Lakou',
  welcome_step: 'Etap {step} sou {total}',
  welcome_language: 'Nan ki lang ou pi renmen li?',
  welcome_taste: 'Ki sa ou vle wè an premye?',
  welcome_data: 'Konbyen done yon fim ka sèvi?',
  welcome_save: 'Ekonomize done',
  welcome_save_text: 'Yon imaj ki pi piti, anpil mwens megabayt.',
  welcome_best: 'Pi bèl imaj',
  welcome_best_text: 'Osi klè ke koneksyon ou pèmèt.',
  welcome_skip: 'Sote',
  welcome_close: 'Fèmen byenvini an',
  // without JavaScript
  needs_script: 'Pati sa a bezwen JavaScript',
  needs_script_text:
    'Peye, gade fim ak lis pa w yo bezwen JavaScript nan navigatè w la. San li ou ka konekte, gade katalòg la, chèche, li fowòm nan ak èd nou an, epi ekri nou.',
};
