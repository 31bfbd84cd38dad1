import type { FaqText } from '../text.ts';

export const faq: FaqText = {
  title: 'Frequently Asked Questions',
  intro: ['Short answers to what people ask us most. If yours is missing, [write to us](/contact).'],
  groups: [
    {
      id: 'start',
      heading: 'Getting started',
      questions: [
        {
          id: 'what-is-lakou',
          question: 'What is Lakou?',
          answer: [
            'Lakou is a home for Haitian films and series, with a forum around them. In Haiti, a lakou is the yard that a family shares. That is the idea: you come to watch, and you stay to talk.',
          ],
        },
        {
          id: 'need-account',
          question: 'Do I need an account?',
          answer: [
            'Not for everything. Without one you can look around, open the page of every title, read the forum and watch every title marked as free.',
            'With an account, which costs nothing, you can also keep a watchlist, write reviews, post in the forum, and subscribe, buy or rent. [Signing up](/register) takes a minute.',
          ],
        },
        {
          id: 'devices',
          question: 'On which devices can I watch, and on how many at once?',
          answer: [
            'On any phone, tablet, computer or television with a current web browser. You do not have to install anything; if you like, your browser can put Lakou on your home screen as a web app.',
            'One account can play on three screens at the same time. If a fourth one starts, you can end one of the others.',
          ],
        },
        {
          id: 'languages',
          question: 'Which languages does Lakou speak?',
          answer: [
            'Haitian Creole, French, English and Spanish. You can switch at the top or at the bottom of every page. Films are shown in the language they were made in, with subtitles where the title has them.',
          ],
        },
      ],
    },
    {
      id: 'watching',
      heading: 'Watching',
      questions: [
        {
          id: 'who-may-watch',
          question: 'What may I watch?',
          answer: [
            'Free titles are for everybody, even without an account. Every other title opens with a subscription, which opens the whole catalogue. Many can also be bought, or rented for 48 hours; each title says so on its page. What you have bought or rented you can watch without a subscription.',
          ],
        },
        {
          id: 'rental-time',
          question: 'When do the 48 hours of a rental begin?',
          answer: [
            'When you first press play, or download it to a device, and at the latest 30 days after your payment. Until they are over you can watch as often as you like.',
          ],
        },
        {
          id: 'own-forever',
          question: 'Does a film that I bought really stay mine?',
          answer: [
            'Yes. You can watch it on Lakou as often as you like, with no end date and nothing more to pay. If the title leaves the catalogue, nobody new can buy it, but it stays available to you.',
            'Honestly said: you buy the right to watch, not a file, and we can only show what the law lets us show. The [terms](/terms) say what happens in the rare cases where that ends.',
          ],
        },
        {
          id: 'slow-connection',
          question: 'My connection is slow. Can I still watch?',
          answer: [
            'Yes, Lakou is made for slow links too. The picture starts small and gets sharper as far as your connection allows. If the line breaks, the player waits and goes on where you were.',
            'The player also has a data saver, for when every megabyte counts, and an audio-only mode, for when there is only enough for the sound.',
          ],
        },
        {
          id: 'download',
          question: 'Can I download films?',
          answer: [
            'Yes, with an account: what you can watch, you can keep on your device. Press Download on the film’s page and choose a size; the film then plays at My downloads, also without a connection.',
            'Downloads are encrypted and play on that device only. They have to be renewed now and then: connect for a moment at least every 14 days, or every 30 days for films you bought. A rented film plays until the rental ends.',
          ],
        },
        {
          id: 'not-playing',
          question: 'A film does not play. What can I do?',
          answer: [
            'If the page says that the video is not available, the film is not ready yet. Otherwise reload the page, choose a lower quality in the player, or try another browser.',
            'If it still does not play, [tell us](/contact) the title, your device and your browser. If you paid for it and we cannot put it right, you get your money back.',
          ],
        },
      ],
    },
    {
      id: 'paying',
      heading: 'Plans and payment',
      questions: [
        {
          id: 'plan-prices',
          question: 'What does a subscription cost?',
          answer: [
            '$3.99 per month or $43.89 per year, in US dollars. The yearly plan is twelve months for the price of eleven. Both plans give you the same: every film and series in the catalogue, without advertising.',
          ],
        },
        {
          id: 'title-prices',
          question: 'What does it cost to buy or rent a single title?',
          answer: [
            'Every title that can be bought or rented shows its own price. Unless its page says otherwise, a film costs $9.99 to buy and $4.99 to rent, and a series costs $19.99 to buy and $9.99 to rent. A series comes with all its episodes.',
          ],
        },
        {
          id: 'how-to-pay',
          question: 'How can I pay?',
          answer: [
            'The payment page shows the ways that are open to you. Cards go through Stripe. Where a mobile wallet such as MonCash is offered, you pay from it in gourdes, and you see the amount before you confirm. Your card number and your PIN never reach us.',
          ],
        },
        {
          id: 'still-locked',
          question: 'I have paid, but the film is still locked. What now?',
          answer: [
            'A payment counts as soon as the payment provider confirms it to us. That usually takes seconds, and the page updates itself. If it takes longer, please do not pay twice: [write to us](/contact) with the date and the amount, and we ask the provider.',
          ],
        },
        {
          id: 'cancel',
          question: 'How do I cancel my subscription?',
          answer: [
            'At any time, on the page with your purchases and your subscription, or by [writing to us](/contact). It costs nothing, and you can watch until the end of the time you have paid for.',
          ],
        },
        {
          id: 'refund',
          question: 'Can I get my money back?',
          answer: [
            'If something you paid for does not play and we cannot put it right, yes. If you bought or rented by mistake, [write to us](/contact) within 14 days and before you start watching. With the refund, the right to watch ends too.',
          ],
        },
        {
          id: 'advertising',
          question: 'Why do I see advertising?',
          answer: [
            'Visitors and members without a subscription see a few banners; they help to keep free titles free. Subscribers see none. Nobody is followed by our advertising: the [Privacy Policy](/privacy) says how it works.',
          ],
        },
      ],
    },
    {
      id: 'community',
      heading: 'The community',
      questions: [
        {
          id: 'forum-rules',
          question: 'What are the rules of the forum?',
          answer: [
            'Talk as you would in the yard: openly, and with respect. Argue about films, not against people. No insults, no threats, no spam, no pirated copies, no private details of others, and a warning before you give an ending away. All the rules are in the [terms](/terms).',
          ],
        },
        {
          id: 'delete-post',
          question: 'Can I take back something I wrote?',
          answer: [
            'Yes. You can delete your own topics and replies. If you delete a topic, all replies in it go as well.',
          ],
        },
        {
          id: 'reviews',
          question: 'How do reviews work?',
          answer: [
            'Each member has one review per film or series: one to five stars, with or without words. You can change or delete yours at any time on the page of the title. The rating you see is the average of what members really gave; a film that nobody has reviewed shows none.',
          ],
        },
        {
          id: 'film-makers',
          question: 'I have made a film. How does it get onto Lakou?',
          answer: [
            'We would love to hear of it. [Write to us](/contact) with the title, a few words about it and a way to see it. Please only offer films whose rights are yours.',
          ],
        },
      ],
    },
    {
      id: 'account',
      heading: 'Your account and your data',
      questions: [
        {
          id: 'forgot-password',
          question: 'I forgot my password. What do I do?',
          answer: [
            'On the [sign-in page](/login), follow the link for a forgotten password and give your e-mail address. We send you a link with which you set a new one of at least 8 characters. If no mail comes, look among the unwanted mail first.',
          ],
        },
        {
          id: 'private-profile',
          question: 'Who can see my profile?',
          answer: [
            'New profiles are public: everybody can see your name, username, picture and what you tell about yourself, since when you are a member, and your reviews and topics. Your phone number and date of birth are shown only to you and our administrators, and your watchlist only to you.',
            'You can make your profile private at any time, on your [profile page](/profile). Other people then see only your username and your picture, next to what you write in the forum and in reviews.',
          ],
        },
        {
          id: 'export-delete',
          question: 'Can I take my data with me, or delete my account?',
          answer: [
            'Both, on your account page. The download is one file with everything we hold about you. Deleting removes your login, profile, pictures, watchlist and reviews for good. Your forum posts stay without your name, and the payment records stay without your personal data. Please cancel a running subscription first.',
          ],
        },
      ],
    },
  ],
};
