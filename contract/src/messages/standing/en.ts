export const standing = {
  // terms and privacy
  version: 'Version {version}',
  effective: 'In force since {date}',
  contents: 'On this page',
  read_also: 'Read also',
  // questions
  find_question: 'Search the questions',
  questions_found: { one: '{count} answer found', other: '{count} answers found' },
  no_questions: 'No answer found for “{text}”',
  no_questions_text: 'Try another word, or ask us.',
  still_asking: 'Your question is not here?',
  still_asking_text: 'Write to us, and we look for the answer with you.',
  write_to_us: 'Write to us',
  // contact
  contact_text: 'A question, an idea, a film you have made: tell us. Your message comes straight to us.',
  by_post: 'By post',
  by_email: 'By e-mail',
  at_once: 'An answer at once',
  at_once_text: 'Many questions are already answered in our [FAQ](/faq).',
  name: 'Name',
  email: 'Email',
  subject: 'Subject',
  message: 'Message',
  send: 'Send Message',
  sent: "Message sent successfully! We'll get back to you soon.",
  not_sent: 'Your message could not be sent. Please try again.',
  nothing_lost: 'What you wrote is still here. You can also write to {email}.',
} as const;
