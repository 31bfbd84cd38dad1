import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** The sitemap. */
export default [
  layout('app/frame.tsx', [
    index('pages/home.tsx'),
    route('categories', 'pages/categories.tsx'),
    route('categories/:category', 'pages/category.tsx'),
    route('series', 'pages/series-list.tsx'),
    route('series/:id', 'pages/series.tsx'),
    route('films/:id', 'pages/film-head.tsx', [
      layout('app/signed-in.tsx', { id: 'film-guard' }, [index('pages/film.tsx')]),
    ]),
    layout('app/signed-in.tsx', [
      route('films', 'pages/films.tsx'),
      route('watchlist', 'pages/watchlist.tsx'),
      route('profile', 'pages/profile.tsx'),
      route('account', 'pages/account.tsx'),
      route('subscribe', 'pages/subscribe.tsx'),
      route('purchases', 'pages/purchases.tsx'),
      route('purchases/:payment', 'pages/receipt.tsx'),
    ]),
    route('forum', 'pages/forum.tsx'),
    route('forum/category/:categoryId', 'pages/forum-category.tsx'),
    route('forum/topic/:topicId', 'pages/forum-topic.tsx'),
    route('community', 'pages/community.tsx'),
    route('payment', 'pages/payment.tsx'),
    route('payment-success', 'pages/payment-success.tsx'),
    route('profile/:userId', 'pages/member.tsx'),
    route('admin/setup', 'pages/admin-setup.tsx'),
    layout('app/admin-only.tsx', [
      route('admin/movies', 'pages/admin/movies.tsx'),
      route('admin/movies/:id', 'pages/admin/movie.tsx'),
      route('admin/series/:id', 'pages/admin/series.tsx'),
      route('admin/users', 'pages/admin/users.tsx'),
      route('admin/subscriptions', 'pages/admin/subscriptions.tsx'),
      route('admin/reports', 'pages/admin-reports.tsx'),
    ]),
    route('login', 'pages/login.tsx'),
    route('register', 'pages/register.tsx'),
    route('reset-password', 'pages/reset-password.tsx'),
    route('faq', 'pages/faq.tsx'),
    route('terms', 'pages/terms.tsx'),
    route('privacy', 'pages/privacy.tsx'),
    route('contact', 'pages/contact.tsx'),
    route('_ui', 'pages/ui-gallery.tsx'),
    route('*', 'pages/not-found.tsx'),
  ]),
  layout('app/theatre.tsx', [
    route('watch/movie/:id', 'pages/watch-movie.tsx'),
    route('watch/episode/:id', 'pages/watch-episode.tsx'),
  ]),
  route('offline', 'pages/offline.tsx'),
] satisfies RouteConfig;
