/** The texts of the shell that home does not show at once: see docs/decisions/0116. */
export const shellLater = {
  // television
  television_layout: 'Layout for televisions',
  television_layout_text: 'Large type, and everything with the arrows of a remote control.',
  leave_television: 'Leave the television layout',
  // guards
  login_required: 'Please login to access this page',
  no_permission: 'You do not have permission to access this page',
  check_failed: 'We could not check your access',
  admin_check_failed: 'Error checking admin status',
  // parts of pages
  login_to_view_profile: 'Please login to view your profile',
  clear_search: 'Clear search',
  show_password: 'Show password',
  hide_password: 'Hide password',
  star_count: { one: '{count} star', other: '{count} stars' },
  breadcrumb: 'You are here',
  pages: 'Pages',
  previous: 'Previous',
  next: 'Next',
  page_number: 'Page {page}',
  // legal pages
  document_version: 'Version {version}',
  document_effective: 'In force since {date}',
  document_contents: 'On this page',
  document_read_also: 'Read also',
  // FAQ
  faq_find_question: 'Search the questions',
  faq_questions_found: { one: '{count} answer found', other: '{count} answers found' },
  faq_no_questions: 'No answer found for “{text}”',
  faq_no_questions_text: 'Try another word, or ask us.',
  faq_still_asking: 'Your question is not here?',
  faq_still_asking_text: 'Write to us, and we look for the answer with you.',
  faq_write_to_us: 'Write to us',
  // welcome
  welcome: 'Welcome to Lakou',
  welcome_step: 'Step {step} of {total}',
  welcome_language: 'Which language do you like to read?',
  welcome_taste: 'What do you want to see first?',
  welcome_data: 'How much data may a film use?',
  welcome_save: 'Save data',
  welcome_save_text: 'A smaller picture, far fewer megabytes.',
  welcome_best: 'Best picture',
  welcome_best_text: 'As sharp as your connection allows.',
  welcome_skip: 'Skip',
  welcome_close: 'Close the welcome',
  // without JavaScript
  needs_script: 'This part needs JavaScript',
  needs_script_text:
    'Paying, watching and your own lists need your browser. Without JavaScript you can sign in, browse, search, read the forum and our help, and write to us.',
} as const;
