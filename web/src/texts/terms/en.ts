import type { DocumentText } from '../text.ts';

export const terms: DocumentText = {
  title: 'Terms of Service',
  version: '2026-11',
  effective: '2026-11-15',
  intro: [
    'These are the rules: what you can expect from us, and what we ask of you. We have kept them short and plain. If something is unclear, [ask us](/contact).',
  ],
  sections: [
    {
      id: 'about',
      heading: 'Who we are, and what this is',
      paragraphs: [
        'Lakou is a streaming and community platform for Haitian films and series. In these terms, “we” are the people who run Lakou. You reach us by post at {address}, by e-mail at {email}, and through our [contact page](/contact).',
        'When you open an account, you accept these terms. We record which version you accepted, and when. If you look around without an account, the parts about watching and fair use hold for you as well. What happens to your data is explained in the [Privacy Policy](/privacy).',
      ],
    },
    {
      id: 'account',
      heading: 'Your account',
      paragraphs: [
        'An account costs nothing. Give us an e-mail address that reaches you and choose a password of at least 8 characters, or sign in with Google or Facebook where we offer it. Do not pretend to be somebody else.',
        'Your account is for you and the people you live with. Keep your password to yourself. If you think that a stranger has got in, change the password and [tell us](/contact) at once. What is done with your account counts as done by you, unless you could not have prevented it.',
      ],
    },
    {
      id: 'young-people',
      heading: 'Children and young people',
      paragraphs: [
        'You must be at least 13 years old to open an account, or older where the law of your country says so. If you are under 18, a parent or guardian has to agree to it, and they do the paying.',
        'Not every film is meant for children. Parents, please choose with them. If we learn that a younger child has an account, we close it and delete its data.',
      ],
    },
    {
      id: 'watching',
      heading: 'Who may watch what',
      paragraphs: [
        'One rule decides, for every title and on every screen:',
        {
          list: [
            'Free titles are open to everybody, with or without an account.',
            'With an active subscription you may watch every title in the catalogue.',
            'What you have bought you may watch without a subscription and without an end date.',
            'What you have rented you may watch for 48 hours.',
          ],
        },
        'The catalogue lives: titles come, and some leave. A title that leaves is no longer part of the subscription. If you have bought it, it stays available to you; if you have rented it, it stays until your 48 hours are over.',
      ],
    },
    {
      id: 'subscriptions',
      heading: 'Subscriptions',
      paragraphs: [
        'There are two plans: monthly for $3.99 per month, and yearly for $43.89 per year. Both open the whole catalogue, and subscribers see no advertising on Lakou: no banner strip, no advertisement slides, no promotions.',
        'A subscription paid by card renews itself at the end of each month or year until you cancel. A way of paying that cannot charge again by itself, such as MonCash, covers one period; after that the subscription ends unless you pay again.',
        'You can cancel at any time, without notice and without a fee, and you keep access until the end of the time you have paid for. If a renewal cannot be charged, access pauses until the payment goes through; if it does not, the subscription ends.',
        'If we change the price of a plan, we tell you by e-mail at least 30 days before. The new price holds from your next period on, and you can cancel before that.',
      ],
    },
    {
      id: 'buying-and-renting',
      heading: 'Buying and renting',
      paragraphs: [
        'Buying gives you the right to watch a title on Lakou as often as you like, with no end date. Renting gives you the same right for 48 hours, counted from the first play, or from the download to a device; they begin at the latest 30 days after your payment. A series is bought or rented as a whole, with all its episodes on Lakou.',
        'Every title shows its price. Unless its page says otherwise, a film costs $9.99 to buy and $4.99 to rent, and a series costs $19.99 to buy and $9.99 to rent. The price that counts is the one shown when you order.',
        'We say that you own a bought title forever, so here is honestly what that means. You buy a right to watch, not a file. If a title leaves the catalogue, we stop selling it, but everyone who bought it keeps it. This ends only if the law or a court forbids us to show the title, if your account is deleted, or if Lakou itself closes. When we see such a day coming, we tell you as early as we can. If a title you bought has to go, write to us: we look for a fair solution with you, and that can be a refund.',
      ],
    },
    {
      id: 'payment',
      heading: 'Payment and refunds',
      paragraphs: [
        'Prices are in US dollars. The total that you see before you pay is what we charge; your bank or wallet may add fees of its own.',
        'Payments are handled by a payment provider: Stripe for cards, and a mobile wallet such as MonCash where the payment page offers it. Mobile wallets charge in gourdes, and you see the amount before you confirm. You enter card numbers and PINs with the provider; they never reach us.',
        'A purchase, a rental or a subscription exists once the provider has confirmed the payment to us. If money has left your account and nothing has opened, [write to us](/contact): we ask the provider and put it right.',
        'If something you paid for does not play and we cannot put it right within a reasonable time, we give your money back. If you bought or rented by mistake, you can ask for it within 14 days, as long as you have not started watching. For a subscription period that has begun we give nothing back, unless the fault is ours or the law says so. When a payment is refunded, or taken back by your bank, the right that it bought ends.',
      ],
    },
    {
      id: 'fair-use',
      heading: 'Fair use',
      paragraphs: [
        'Lakou is for private viewing, at home or on the road. One account can play on three screens at the same time; if a fourth one starts, you can end one of the others. Please do not:',
        {
          list: [
            'copy, record or pass on films, or get around what protects them;',
            'show films in public or for money without our written consent. For a school, a church or a festival, [ask us](/contact) first;',
            'sell your account, or share it beyond your household;',
            'break in, overload Lakou, or collect its contents or its members’ data with programs;',
            'pay with means that are not yours to use.',
          ],
        },
      ],
    },
    {
      id: 'forum',
      heading: 'The forum, reviews and profiles',
      paragraphs: [
        'Everybody can read the forum; members write in it. Every language is welcome. Speak openly and with respect:',
        {
          list: [
            'Argue about films and ideas, not against people. No insults, threats or harassment, and nothing that degrades people for their origin, colour, faith, sex, disability or whom they love.',
            'Nothing that is against the law, nothing pornographic, nothing that endangers children.',
            'No pirated copies and no links to them.',
            'No advertising, no spam, not the same post again and again.',
            'Do not publish the private details of others.',
            'Warn the reader before you give an ending away.',
            'Review only films that you have seen, and neither your own nor for money.',
          ],
        },
        'The same holds for reviews, profiles and pictures. Moderators may move or lock a topic and remove what breaks these rules. You can delete your own topics and replies; with a topic go all the replies in it. If you see something that should not be there, [tell us](/contact).',
      ],
    },
    {
      id: 'content',
      heading: 'What belongs to whom',
      paragraphs: [
        'What you write and upload stays yours. You allow us to store it and to show it on Lakou, free of charge and everywhere, for as long as it is here. We need no more than that, and we do not sell it. Post only what you have the right to post.',
        'Films, series, posters and texts on Lakou belong to those who made them or to those who let us show them. Watching gives you no other right to them.',
        'If something on Lakou takes what is yours, [write to us](/contact): which work it is, where we find it on Lakou, how we reach you, and that you hold the rights or speak for somebody who does. We look at it without delay and remove what has no business here.',
      ],
    },
    {
      id: 'ending',
      heading: 'When you leave, or have to',
      paragraphs: [
        'You can delete your account at any time on your account page, and download your data before. Deleting cannot be undone. Login, profile, pictures, watchlist and reviews are removed, and so is your access to what you bought, rented or subscribed to. Your forum posts stay, with an unknown author, so that conversations can still be followed. The payment records stay without your personal data.',
        'Please cancel a running subscription before you delete your account. Should a payment still be taken afterwards, write to us and we give it back.',
        'If somebody breaks these terms badly or again and again, we may remove what they posted, stop them from writing, or close their account. Unless it is urgent, we give a warning first, and we always say why. If you think we are wrong, [tell us](/contact): a person will read it. If we close your account although you have kept the rules, we give back the unused part of your subscription.',
      ],
    },
    {
      id: 'responsibility',
      heading: 'What we answer for',
      paragraphs: [
        'We do our best to keep Lakou running, but we cannot promise that it never stands still: networks fail, and machines need care. Posts and reviews are the words of the members who wrote them, not ours.',
        'As far as the law allows, we offer Lakou as it is, and what we owe for any damage is limited to what you paid us in the twelve months before. This limit does not hold for what we do on purpose or through gross negligence, for harm to life or health, or wherever else the law forbids it. The rights that the law gives you as a consumer stay untouched.',
      ],
    },
    {
      id: 'changes',
      heading: 'Changes to these terms',
      paragraphs: [
        'Every edition of these terms has a version and a date; you find them at the top of this page. When we change something that matters to your rights or duties, the terms get a new version. We tell you at least 30 days before it takes effect, and ask you to accept it before you go on using your account.',
        'If you do not want to accept, you can cancel your subscription and delete your account. A new version never makes worse what you have already bought.',
      ],
    },
    {
      id: 'law',
      heading: 'Law and languages',
      paragraphs: [
        'If we disagree, talk to us first; most things can be settled that way. The law of the State of New York applies, and the courts in Brooklyn, New York, decide. If you are a consumer and the law of the place where you live protects you better, or gives you a court near you, you keep that protection.',
        'These terms exist in English, French, Haitian Creole and Spanish, and are meant to say the same. Should they ever differ, the English text counts, unless the law where you live says otherwise. If one part of them turns out not to be valid, the rest still holds.',
      ],
    },
  ],
};
