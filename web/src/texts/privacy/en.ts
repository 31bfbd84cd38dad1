import type { DocumentText } from '../text.ts';

export const privacy: DocumentText = {
  title: 'Privacy Policy',
  version: '2026-11',
  effective: '2026-11-15',
  intro: [
    'In short: we keep what Lakou needs in order to work for you, and nothing for anybody’s advertising. We do not sell your data and we do not track you. Here is the whole of it.',
  ],
  sections: [
    {
      id: 'who',
      heading: 'Who is responsible',
      paragraphs: [
        'The people who run Lakou, by post at {address}. For anything about your data, write to {email} or use the [contact page](/contact).',
      ],
    },
    {
      id: 'what-we-keep',
      heading: 'What we keep, and why',
      paragraphs: [
        'If you have an account, we keep:',
        {
          list: [
            'your e-mail address, and your password in a scrambled form that even we cannot read. If you come through Google or Facebook, they send us your name, your e-mail address and the address of your picture;',
            'your profile: username, which we first make from the part of your e-mail address before the @, and whatever you add, such as name, picture, a few words about you, place, website, occupation, interests, phone number and date of birth;',
            'which version of the terms you accepted, and when;',
            'your watchlist, your reviews, your topics, replies and reactions in the forum, and which notifications you want;',
            'what you watch and how far, so that you can go on where you stopped;',
            'your orders, purchases, rentals and subscriptions;',
            'the devices that are signed in: since when, with which browser, from which network address;',
            'a security journal of changes to accounts, such as a new account or a new password: account number, time and network address, without name or e-mail address.',
          ],
        },
        'If you write to us through the contact page, we keep your name, your e-mail address and your message in order to answer you, and a copy comes to us by e-mail.',
        'We use all this to give you what you asked for, to keep our books as the law demands, and to keep Lakou and its members safe. What you add to your profile of your own accord you can take out again at any time.',
      ],
    },
    {
      id: 'what-others-see',
      heading: 'What others can see',
      paragraphs: [
        'The forum and reviews are public. Anybody can read them, search engines too, with your username and your picture next to them.',
        'A new profile is public. Everybody can see your name, username, picture, the words about you, place, website, occupation and interests, since when you are a member, and a list of your reviews and topics. Phone number and date of birth are shown only to you and our administrators, and your watchlist and what you watch only to you.',
        'You can make your profile private at any time. Other members then see only your username and your picture, and only next to what you write in public. The database itself hides the rest, not just the screen. Our administrators can still see it, because they have to look after accounts.',
      ],
    },
    {
      id: 'counting',
      heading: 'How we count views',
      paragraphs: [
        'A forum topic counts each reader once a day. For visitors without an account, we mix the network address with a secret random number that is new every day, and keep only the fingerprint that comes out. The address itself is not stored. When the day is over, the random number and the fingerprints are thrown away, so that nobody can find out afterwards who was there. For members we note the account number, and forget it when the day is over.',
        'In a similar way we count, for a short time, how often somebody tries a password or sends a message, so that nobody can guess passwords or flood us.',
      ],
    },
    {
      id: 'payments',
      heading: 'Payments',
      paragraphs: [
        'You pay with a payment provider: Stripe, or a mobile wallet such as MonCash where we offer it. Your card number and your PIN stay with them. We give the provider an order number and the amount, and Stripe also your e-mail address, so that the payment finds its way to your account.',
        'The provider tells us whether the payment went through, the amount, and its reference. A mobile wallet can also name the phone number that paid; we do not write it into our books.',
        'Every payment is a line in our ledger: order, amount, currency, provider, reference and time. These lines are never changed or removed. While you have an account, your orders point to it. When you delete it, that pointer is cut, and our books no longer say who paid. The provider keeps its own records under its own rules.',
        'If you had a free trial or a subscription, we keep a fingerprint of your e-mail address or phone number for three years, also after you delete your account, so that a trial is given once. The address cannot be read from it.',
      ],
    },
    {
      id: 'cookies',
      heading: 'Cookies and your browser’s storage',
      paragraphs: [
        'We set only cookies that Lakou needs:',
        {
          list: [
            'your language, for a year;',
            'your theme, light or dark, for a year;',
            'a sign-in hint, for a year: it tells our server which header to draw, and opens nothing;',
            'if you sign in without asking to be remembered, a mark that ends with your browser, so that your session ends with it;',
            'if you sign in before the app has loaded, or without JavaScript, your session, encrypted, for an hour at most and until the app has taken it over;',
            'while you watch, a key that ties the film to your browser.',
          ],
        },
        'The sign-in itself lies in your browser’s own storage until you sign out. Text that you have not sent yet may lie there too, and films that you downloaded, encrypted. There are no tracking cookies, no advertising cookies and no counters of other companies. That is why we do not ask you to accept cookies.',
      ],
    },
    {
      id: 'sharing',
      heading: 'Who else receives data',
      paragraphs: [
        'We do not sell, rent or trade your data. It goes only to:',
        {
          list: [
            'Stripe or the mobile wallet that you choose, when you pay;',
            'Google or Facebook, if you choose to sign in through them: they learn that you use Lakou;',
            'the companies that run our servers and carry our mail, on our instructions alone;',
            'courts and authorities, where the law obliges us, after we have checked the request.',
          ],
        },
        'Within Lakou, administrators, moderators and accountants see what they need for their work.',
        'The advertising on Lakou is made of pictures that we place ourselves. It does not depend on who you are, and no advertiser learns who has seen it. If you follow a banner, you leave Lakou, and the rules of the other site apply.',
        'Lakou is run from New York. Your data may be processed in the United States and wherever the companies named here have their machines, with the safeguards that the law asks for.',
      ],
    },
    {
      id: 'keeping-and-deleting',
      heading: 'How long we keep it, and what deleting does',
      paragraphs: [
        'We keep your data as long as you have an account. Some of it we delete sooner, without your doing anything:',
        {
          list: [
            'what you watched and when, after {watch_sessions} days. Where you stopped in a film stays, so that you can go on;',
            'how well films played (the wait, stops, device class, country and title, without anything about you), after {statistics} days;',
            'notifications, after {notifications} days, and up to where you have read a topic that you do not follow, after {topic_readers} days;',
            'orders that were never paid, after {orders} days;',
            'devices that are signed in and no longer used, after {sessions} days;',
            'devices that keep downloaded films and were not in contact, after {sessions} days: a name such as “Chrome, Android”, and which films they keep;',
            'the security journal, after {account_events} days;',
            'messages from the contact page, after {contact_messages} days at the latest;',
            'earlier texts of what was edited in the forum, after {text_versions} days, and settled reports and what moderators did, after {moderation} days;',
            'the list of what our staff did, after {audit_log} days.',
          ],
        },
        'You can delete your account yourself on your account page, or [ask us](/contact) to do it. Then:',
        {
          list: [
            'your login, profile, files, watchlist, reviews, watching history, signed-in devices and the messages you sent us while signed in are removed;',
            'your forum topics and replies stay, but their author is shown as unknown. If you do not want that, delete them before;',
            'the payment records stay, without your personal data;',
            'the security journal keeps its lines, without name or e-mail address.',
          ],
        },
        'Safety copies of the database are replaced by newer ones in turn, and what you deleted goes with them. Messages from people without an account we delete when they are settled, or when their writer asks us to.',
      ],
    },
    {
      id: 'your-rights',
      heading: 'Your rights',
      paragraphs: [
        'You can correct your profile at any time. On your account page you can download everything we hold about you as a file (JSON) and delete your account. You can also ask us what we hold, have it corrected or removed, or object to how we use it. It costs nothing, and we answer within 30 days at the latest.',
        'If our answer does not satisfy you, you can complain to the data protection authority of the place where you live.',
      ],
    },
    {
      id: 'security',
      heading: 'How we protect it',
      paragraphs: [
        'Passwords are kept only as a hash. For every single row, the database checks who may see or change it. People who work for Lakou get only the rights that their work needs. If data should still fall into the wrong hands, we tell you and the authorities, as the law demands.',
      ],
    },
    {
      id: 'children',
      heading: 'Children',
      paragraphs: [
        'Accounts are for people of at least 13 years, or older where the law of their country says so, and under 18 with the consent of a parent or guardian. We do not knowingly keep data of younger children. If you know of such an account, [tell us](/contact), and we delete it.',
      ],
    },
    {
      id: 'changes',
      heading: 'Changes to this policy',
      paragraphs: [
        'This text has a version and a date, like the [Terms of Service](/terms); you find them at the top of this page. If we want to do something new with your data, we change the text first, tell you, and ask for your consent where the law requires it.',
      ],
    },
  ],
};
