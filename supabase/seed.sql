-- The demo world: invented films, people and discussions.
--
-- Runs once, as the owner, after the migrations. Every date is relative to now(), so the data never looks old.
-- Ids begin with their kind: a0 people, f1 films, 5e series and episodes, f0 topics, b0 replies.
-- Texts use the typographic apostrophe (’), which needs no escaping.

-- People ------------------------------------------------------------------------------------------------------

-- Three can sign in with the password lakou-demo; the others only write, so they have no password at all.
-- The trigger create_profile creates their profiles; the username is the part before the @. Nobody is called admin by signing up.
insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, last_sign_in_at,
  raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
  confirmation_token, recovery_token, email_change, email_change_token_new, email_change_token_current,
  phone_change, phone_change_token, reauthentication_token)
select
  '00000000-0000-0000-0000-000000000000',
  ('a0000000-0000-4000-8000-' || lpad(v.n::text, 12, '0'))::uuid,
  'authenticated', 'authenticated',
  v.handle || '@lakou.test',
  case when v.signs_in then extensions.crypt('lakou-demo', extensions.gen_salt('bf', 10)) else '' end,
  now() - make_interval(days => v.joined, mins => -4),
  now() - make_interval(days => v.joined, mins => -5),
  '{"provider": "email", "providers": ["email"]}',
  jsonb_build_object('full_name', v.full_name, 'terms_version', '2026-11'),
  now() - make_interval(days => v.joined),
  now() - make_interval(days => v.joined),
  '', '', '', '', '', '', '', ''
from (values
  (1, 'admin',      'Mirlande Desravines', 410, true),
  (2, 'subscriber', 'Ketsia Baptistin',    372, true),
  (3, 'member',     'Stanley Philogène',    90, true),
  (4, 'manno',      'Emmanuel Sylvestre',  365, false),
  (5, 'darline',    'Darline Exantus',     340, false),
  (6, 'wilner',     'Wilner Jacquet',      310, false),
  (7, 'roseline',   'Roseline Médé',       280, false),
  (8, 'jeanrobert', 'Jean-Robert Casséus', 255, false),
  (9, 'nadege',     'Nadège Constant',     200, false)
) v (n, handle, full_name, joined, signs_in)
order by v.n;

insert into auth.identities (provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
select 'email', u.id::text, u.id,
  jsonb_build_object('sub', u.id::text, 'email', u.email, 'email_verified', true, 'phone_verified', false),
  u.last_sign_in_at, u.created_at, u.created_at
from auth.users u
where u.email like '%@lakou.test';

insert into public.admin_users (user_id, created_at)
select u.id, now() - interval '409 days' from auth.users u where u.email = 'admin@lakou.test';
update private.profiles p set username = 'admin' from auth.users u where u.id = p.id and u.email = 'admin@lakou.test';
update private.profiles p set username = 'member' from auth.users u where u.id = p.id and u.email = 'member@lakou.test';

-- Roseline has a private profile and posts in the forum.
update private.profiles p set
  bio = v.bio, location = v.location, occupation = v.occupation, interests = v.interests::text[],
  website = v.website, phone = v.phone, date_of_birth = v.born::date, is_public = v.username <> 'roseline',
  avatar_url = '/storage/v1/object/public/profile-images/' || v.username || '.avif',
  created_at = u.created_at
from (values
  ('admin', 'Pòtoprens, Ayiti', 'Direktris Lakou', '{montaj,koulè,achiv,radyo}', null, '+509 3555 0110', '1979-03-14',
   'Mwen te pase dis an nan sal montaj anvan mwen louvri lakou sa a. Ekri m si yon fim pa jwe, oswa si yon fim fè ou kriye.'),
  ('subscriber', 'Montréal, Canada', 'Infirmière', '{ciné-club,cuisine,romans,konpa}', null, '+1 514 555 0127', '1986-09-02',
   'Infirmière de nuit, cinéphile de jour. J’anime un petit ciné-club à Saint-Michel, premier samedi du mois.'),
  ('member', 'Miami, Florida', 'Student', '{football,learning Kreyòl,comedy}', null, '+1 305 555 0142', '2004-06-21',
   'Second generation, third year of college. My grandmother speaks, I answer in the wrong language.'),
  ('manno', 'Jakmèl, Ayiti', 'Pwojeksyonis', '{sinema,kanaval,penti,lanmè}', null, null, '1958-01-30',
   'Mwen pase fim Jakmèl depi lontan: sou dra blan, sou mi, sou vwal bato. Yon fim pa fini toutotan moun poko pale de li.'),
  ('darline', 'Brooklyn, New York', 'Film editor', '{documentary,sound,subtitles,running}', 'https://example.org/darline', null, '1983-11-08',
   'I cut documentaries. I count frames, argue about commas and believe that silence is a kind of music.'),
  ('wilner', 'Okap, Ayiti', 'Mizisyen', '{konpa,bas,twoubadou,radyo}', 'https://example.org/wilner', null, '1975-05-17',
   'Basis nan yon ti gwoup konpa. Mwen gade fim ak zòrèy mwen.'),
  ('roseline', 'Okay, Ayiti', 'Pwofesè lekòl', '{òtograf,istwa,teyat}', null, '+509 3555 0177', '1977-12-03',
   'Pwofesè kreyòl ak istwa.'),
  ('jeanrobert', 'Paris, France', 'Professeur à la retraite', '{littérature,histoire,salles de quartier,échecs}', null, null, '1949-04-25',
   'Professeur de lettres à la retraite. Je collectionne les souvenirs de petites salles : un nom, une rue, une chaise.'),
  ('nadege', 'Gonayiv, Ayiti', 'Etidyan', '{montaj sou telefòn,senaryo,syans}', null, null, '2003-08-11',
   'M ap etidye jeni sivil lajounen, m ap aprann montaj leswa. Premye fim mwen se granmè m k ap fè kasav.')
) v (username, location, occupation, interests, website, phone, born, bio), auth.users u
where p.username = v.username and u.id = p.id;

-- Categories --------------------------------------------------------------------------------------------------

insert into public.movie_categories (id, name, description, created_at, updated_at)
select ('ca000000-0000-4000-8000-' || lpad(v.n::text, 12, '0'))::uuid, v.name, v.description,
  now() - interval '405 days', now() - interval '405 days'
from (values
  (1, 'Drama', 'Families, choices, and what is left unsaid at the table'),
  (2, 'Comedy', 'Neighbours, ministers, roosters and other serious matters'),
  (3, 'Romance', 'Letters, weddings, and people who should have spoken earlier'),
  (4, 'Documentary', 'Real people, filmed with patience'),
  (5, 'Music', 'Konpa, drums, carnival bands and the radio next door'),
  (6, 'Fantasy', 'Old trees, full moons and stories told after dark'),
  (7, 'Thriller', 'Roads at night, storms on the way, secrets that cost'),
  (8, 'Family', 'For the whole yard, from the smallest to the oldest'),
  (9, 'History', 'Where the stones came from and who carried them'),
  (10, 'Crime', 'Cards, containers and other people’s money')
) v (n, name, description);

-- Films -------------------------------------------------------------------------------------------------------

-- availability: free | sell | rent | sell and rent | subscribers (members only through a subscription).
-- A title for sale or rent without a price of its own shows the default prices; added is days ago.
insert into public.movies (
  id, title, description, thumbnail_url, banner_url, duration, release_date, genre, language, director, actors,
  published, is_free, is_purchasable, is_rentable, purchase_price, rental_price, created_at, updated_at)
select
  ('f1000000-0000-4000-8000-' || lpad(v.n::text, 12, '0'))::uuid, v.title, v.description,
  '/storage/v1/object/public/artwork/posters/' || v.slug || '.avif',
  '/storage/v1/object/public/artwork/banners/' || v.slug || '.avif',
  v.minutes, v.released::date, v.genre::text[], v.language, v.director, v.actors::text[],
  v.n <= 24, v.availability = 'free', v.availability like 'sell%', v.availability like '%rent',
  v.sells_at, v.rents_at,
  now() - make_interval(days => v.added, mins => v.n * 17), now() - make_interval(days => v.added, mins => v.n * 17)
from (values
  (1, 'lanp-tet-gridap', 'Lanp Tèt Gridap', 'ht', 97, '1996-11-02', '{Drama,Family}', 'sell and rent', 7.99, 3.99, 388,
   'Roseline Augustin', '{Idamante Joachin,Rosny Delva,Fabienne Altidor,Ti-Rolf Mondésir}',
   'Depi kouran koupe nan bouk la, Tant Idalya limen yon lanp tèt gridap devan fennèt li chak swa, pou pitit gason l ki pati sou lanmè ka jwenn chemen lakay li. Disèt an pase. Yon swa, yon jèn fi frape pòt la ak yon lèt nan men l, epi flanm nan tranble.'),
  (2, 'wout-mon-nwa', 'Wout Mòn Nwa', 'ht', 108, '2025-10-17', '{Thriller,Drama}', 'sell and rent', 12.99, 4.49, 14,
   'Wilner Jozèf', '{Claudel Saint-Vil,Frantz Morency,Yolette Pétrus}',
   'Klodèl dwe desann yon chay kafe anvan jou leve, sou yon wout lapli ap manje. Sou syèj bò kote l, yon pasaje li pa konnen ap rakonte l istwa dènye chofè ki te pase la a. Nan chak koub gen yon kwa, epi gen yon kwa ki pote non l.'),
  (3, 'machann-soley', 'Machann Solèy', 'ht', 88, '1987-06-20', '{Comedy,Family}', 'free', null, null, 351,
   'Antoine Lespérance', '{Carmélite Dumas,Wilfrid Jolicœur,Mona Chéry,Ti-Blan Exumé,Solange Prévil}',
   'Nan mache a, Asefi vann zoranj dous li rele “ti solèy”. Lè yon gwo konpayi vin achte tout jaden yo, li deside vann yon lòt bagay: limyè a menm, pa ti bwat, ak yon garanti si lapli tonbe. Tout mache a ri, jouk moun kòmanse fè liy.'),
  (4, 'kok-kalite', 'Kòk Kalite', 'ht', 92, '2004-05-14', '{Comedy}', 'subscribers', null, null, 74,
   'Manno Dezi', '{Dieudonné Fanfan,Magalie Sénat,Jocelyn Pétion,Ti-Kòk Lubérisse}',
   'Dyesèl gen yon kòk ki genyen yon sèl konba, kont yon kòk ki t ap dòmi. Sa pa anpeche l mache ak meday la nan kou bèt la, ni pwomèt tout katye a yon viktwa pou fèt chanpèt la. Yon komedi sou lògèy, sou dèt, ak sou yon bèt ki vle lapè.'),
  (5, 'tanbou-minwi', 'Tanbou Minwi', 'ht', 115, '1992-12-04', '{Music,Drama}', 'sell', 14.99, null, 330,
   'Jan-Wobè Lwi', '{Anaïse Corvil,Maxo Destiné,Adeline Bienvil,Papa Loulou Sainvil}',
   'Chak swa a minwi, yon tanbou frape nan kay vid ki dèyè simityè a. Anayiz, ki fèk eritye tanbou papa l, se sèl moun ki rekonèt rit la. Pou l reponn, fòk li aprann sa papa l pa t janm vle montre l.'),
  (6, 'lalin-nan-basen', 'Lalin nan Basen', 'ht', 101, '2019-08-23', '{Fantasy,Romance}', 'subscribers', null, null, 45,
   'Darline Sentil', '{Sylfida Renaud,Nelson Auguste,Philomène Janvier,Kervens Lahens}',
   'Yo di lalin nan desann benyen nan basen an yon fwa chak sèt an, epi moun ki wè l pa ka bay manti ankò. Silfida ak Nèlson te la. Depi jou sa a, maryaj ki pou ini de fanmi yo pandye nan yon fil.'),
  (7, 'radyo-katye', 'Radyo Katye', 'ht', 95, '2011-03-11', '{Comedy,Music}', 'free', null, null, 301,
   'Wilner Jozèf', '{Jocelyn Pétion,Widlyne Charlot,Bob Marcelin,Tata Ginette Azor,Evens Clairmont}',
   'Ak yon vye antèn, de mikwo ak kouran vwazen an, twa zanmi louvri yon estasyon ki pa rive pi lwen pase kafou a. Yo bay nouvèl katye a, yo regle kont, yo marye moun san yo pa fè espre. Lè minis la mande pou yo fèmen, se tout lari a ki pran mikwo a.'),
  (8, 'la-mer-se-souvient', 'La mer se souvient', 'fr', 118, '2024-09-06', '{Drama,Romance}', 'sell and rent', 11.99, 4.99, 20,
   'Mireille Dufrène', '{Ludivine Coicou,Gérald Montrose,Rachelle Vilmont,Théodore Lafalaise}',
   'À la mort de son père, gardien d’un phare éteint depuis trente ans, Ludivine revient à Port-Salut pour vendre la maison. Dans la lanterne, elle trouve des cahiers où il notait chaque soir le nom d’un bateau et celui de quelqu’un qui n’était pas rentré. La mer, elle, n’a rien oublié.'),
  (9, 'les-volets-bleus', 'Les volets bleus', 'fr', 124, '1998-02-13', '{Drama,History}', 'sell', null, null, 264,
   'Adèle Montas', '{Édith Larochelle,Mireille Gaspard,Claudine Sauveur,Lucien Bazelais}',
   'Jacmel, 1957. Derrière les volets bleus d’une maison de négociants, trois sœurs attendent un bal qui n’aura pas lieu. Ce qu’elles voient entre les lattes cet été-là, elles le tairont pendant quarante ans.'),
  (10, 'le-dernier-tap-tap', 'Le dernier tap-tap', 'fr', 99, '2008-07-18', '{Comedy,Drama}', 'rent', null, null, 237,
   'Jude Bélizaire', '{Oreste Lamartine,Nancy Prophète,Gaston Bonhomme,Emmeline Rosier,Ricardo Fénelon}',
   'Maître Oreste, peintre de tap-taps, reçoit sa dernière commande : un autobus entier, à livrer avant la fermeture de la ligne. Chaque passager veut y voir son visage. Il n’a que sept pots de peinture et une semaine.'),
  (11, 'salt-wind', 'Salt Wind', 'en', 104, '2026-04-24', '{Thriller,Drama}', 'subscribers', null, null, 6,
   'Marisol Toussaint', '{Ismène Ducasse,Marcus Beauvil,Jude Ambroise,Sherline Noailles}',
   'When a stranger’s boat washes up in the salt pans near Anse-Rouge, Ismène hides the man she finds in it and tells the village he drowned. The wind turns, the buyers come early, and somebody starts paying for answers. A slow, bright thriller about what a small place agrees not to see.'),
  (12, 'brooklyn-konpa', 'Brooklyn Konpa', 'en', 106, '2021-06-11', '{Music,Romance}', 'sell and rent', 8.99, null, 33,
   'Ketsia Aurelus', '{Marjorie Salnave,Ti-Marc Obas,Carline Justin,Uncle Fritz Delerme,Yasmine Cadely}',
   'Marjorie drives a night bus down Flatbush Avenue and sings konpa at other people’s weddings. Then the band’s old guitarist comes back after twenty years with a song he swears he wrote for her mother. She has one weekend, one rented hall and eleven cousins to find out whether it is true.'),
  (13, 'the-kite-season', 'The Kite Season', 'en', 84, '2015-04-03', '{Family,Drama}', 'free', null, null, 212,
   'Ronald Germain', '{Samuel Darius,Célimène Hyppolite,Robenson Clervil}',
   'Every Easter the sky over the hill belongs to the kites. Ten-year-old Samuel has no paper, no string and a broken arm; his grandmother has an old umbrella and a plan. A small film about losing well.'),
  (14, 'fanm-ak-panye', 'Fanm ak Panye', 'ht', 79, '2017-10-27', '{Documentary}', 'free', null, null, 190,
   'Fabiola Estinvil', '{Filomiz Gédéon,Andrelita Thermidor,Yvrose Cadeau,Marilène Fortuné,Jezila Noël}',
   'Yo leve a dezè nan maten, yo mache kat èdtan, yo pote lavil la sou tèt yo. Pandan yon ane, kamera a swiv senk machann depi nan jaden jouk nan mache, san yon vwa ki esplike anyen. Se yo menm ki konte: lajan, wout, pitit, solèy.'),
  (15, 'kafe-cho', 'Kafe Cho', 'ht', 86, '2013-01-25', '{Comedy,Romance}', 'rent', null, 2.99, 171,
   'Darline Sentil', '{Odilia Verna,Gérard Simplice,Widlyne Charlot}',
   'Ti boutik kafe Madan Odilon an gen kat tab, yon sèl kafetyè ak tout sekrè bouk la. Lè yon kontwolè vin verifye lisans lan, madan an sèvi l yon tas, epi yon dezyèm. Anvan midi, li bliye poukisa l te vini.'),
  (16, 'anba-mapou', 'Anba Mapou', 'ht', 111, '2022-11-01', '{Fantasy,Drama}', 'subscribers', null, null, 9,
   'Esther Labossière', '{Joseph Ti-Jo Alcé,Maxo Destiné,Rosita Belhomme,Wesner Coq,Tante Irma Dolcé}',
   'Yon ekip apantè vin koupe yon vye mapou pou yon wout nèf ka pase. Chak maten yo jwenn ti chèz pay ranje an won anba pyebwa a, kòm si te gen yon reyinyon. Ti Jo, pi jèn nan ekip la, deside rete yon lannwit pou l tande sa y ap di.'),
  (17, 'kat-kontre', 'Kat Kontre', 'ht', 102, '2010-09-10', '{Crime,Thriller}', 'sell and rent', null, null, 150,
   'Jan-Wobè Lwi', '{Frantz Morency,Mackenson Ulysse,Stanley Vertus,Dorothy Cinéas}',
   'Kat moun, senkannde kat, yon sèl pòt. Nan yon depo bò waf la, kat ansyen zanmi chita jwe pandan kle a rete nan mitan tab la. Youn ladan yo te vann lòt yo; moun ki genyen an ap soti, lòt yo ap esplike.'),
  (18, 'la-nuit-des-lucioles', 'La nuit des lucioles', 'fr', 82, '2026-06-19', '{Fantasy,Family}', 'subscribers', null, null, 2,
   'Mireille Dufrène', '{Maïa Désormeaux,Jonas Petit-Homme,Théodore Lafalaise}',
   'Quand l’électricité disparaît pour de bon, les enfants de Kenscoff partent dans la montagne chercher la lumière là où leur grand-père dit l’avoir cachée. Ils ont une nuit, un bocal et une carte dessinée de mémoire. Un conte pour ceux qui ont peur du noir et pour ceux qui y vivent.'),
  (19, 'pierre-sur-pierre', 'Pierre sur pierre', 'fr', 91, '2014-05-18', '{Documentary,History}', 'free', null, null, 131,
   'Adèle Montas', '{Ghislaine Audate,Maître Ocsan Ridoré,Mémé Sidonie Clerveau}',
   'Qui a porté les pierres de la Citadelle ? Une archéologue, un maçon et une conteuse remontent le sentier, chacun avec sa version. Le film ne tranche pas : il mesure, il écoute, il porte.'),
  (20, 'lekol-bo-lanme', 'Lekòl Bò Lanmè', 'ht', 90, '2006-10-06', '{Family,Drama}', 'free', null, null, 118,
   'Nadège Pyè', '{Siméon Larivière,Fabienne Altidor,Ti-Wens Brutus,Loudia Pompilus}',
   'Lekòl la gen yon sèl sal, epi lanmè a antre ladan l chak fwa lamare monte. Olye li fèmen pòt la, Mèt Simeyon deside fè klas sou yon bato. Trannde timoun, de zaviwon, ak yon sètifika pou pase nan fen ane a.'),
  (21, 'sezon-siklon', 'Sezon Siklòn', 'ht', 113, '2023-08-11', '{Drama,Thriller}', 'sell and rent', 13.99, 5.49, 27,
   'Wilner Jozèf', '{Rachelle Vilmont,Dorothy Cinéas,Yolette Pétrus,Gérald Montrose}',
   'Radyo a anonse siklòn nan pou vandredi. Nan yon otèl vid sou kòt sid la, twa sè ki pa pale youn ak lòt depi lanmò manman yo oblije pase twa jou ansanm. Deyò, van an leve; anndan, se zafè eritaj la.'),
  (22, 'letters-to-jeremie', 'Letters to Jérémie', 'en', 109, '2001-03-30', '{Romance,History}', 'sell', 6.99, null, 98,
   'Marisol Toussaint', '{Viviane Roumer,Daniel Excellent,Grace Pascal,Émile Tertulien}',
   'Boston, 1964. Every Sunday a night nurse writes to the poet she left behind in Jérémie, and every month the letters come back unopened. A lifetime later her granddaughter carries the whole box home and reads them aloud in the square.'),
  (23, 'zetwal-kanaval', 'Zetwal Kanaval', 'ht', 94, '2018-02-02', '{Music,Comedy}', 'rent', null, 3.49, 88,
   'Manno Dezi', '{Rose-Laure Magny,Bob Marcelin,Tata Ginette Azor,Kervens Lahens}',
   'Twa semèn anvan kanaval Jakmèl, larèn bann nan kase pye l. Se Wozlò, yon koutiryèz ki pa janm danse devan moun, ki rete ak kostim nan sou kò l. Papye mache, penti, ak yon ti mizik ki refize soti nan tèt li.'),
  (24, 'leta', 'Létà', 'ht', 98, '2025-02-07', '{Comedy}', 'sell and rent', 10.99, 4.25, 40,
   'Esther Labossière', '{Gaston Bonhomme,Magalie Sénat,Evens Clairmont,Loudia Pompilus,Jocelyn Pétion}',
   'Yon pent mete de aksan anplis sou ansèy ministè a, epi pèsonn pa gen kouraj di minis la sa. Olye yo korije ansèy la, yo vote yon lwa pou chanje mo a. Yon satir sou moun ki konnen, moun ki siyen, ak moun k ap peye penti a.'),
  -- Drafts: only staff see these.
  (25, 'dlo-dous', 'Dlo Dous', 'ht', 96, '2026-09-18', '{Drama}', 'sell and rent', 11.99, 4.99, 5,
   'Fabiola Estimé', '{Anaïse Corvil,Nelson Auguste,Tante Irma Dolcé}',
   'Sou yon zile kote tout pi yo vin sale, de fanmi ap pataje dènye sous dlo dous la ak yon kòd ki gen ne ladan l. Lè yon nouvo ne parèt sou kòd la, pèsonn pa vle di kiyès ki mare l.'),
  (26, 'le-fer-et-le-feu', 'Le fer et le feu', 'fr', 87, '2026-10-09', '{Drama,History}', 'free', null, null, 16,
   'Hervé Montclair', '{Ricardo Fénelon,Emmeline Rosier,Lucien Bazelais}',
   'Dans un atelier de Croix-des-Bouquets, un forgeron découpe dans de vieux bidons les visages de ceux que le quartier a perdus. Un collectionneur veut tout acheter, sauf les noms.'),
  (27, 'night-ferry', 'Night Ferry', 'en', 100, null, '{Crime,Thriller}', 'subscribers', null, null, 1,
   'Ketsia Aurelus', '{Marcus Beauvil,Sherline Noailles,Jude Ambroise}',
   'The last ferry to La Gonâve leaves with forty-one passengers and arrives with forty-two. The captain has until sunrise to find out who was not on the list.')
) v (n, slug, title, language, minutes, released, genre, availability, sells_at, rents_at, added, director, actors, description);

-- Series ------------------------------------------------------------------------------------------------------

insert into public.series (
  id, title, description, thumbnail_url, banner_url, creator, release_date, genre, language, actors,
  published, is_free, is_purchasable, is_rentable, purchase_price, rental_price, created_at, updated_at)
select
  ('5e000000-0000-4000-8000-' || lpad(v.n::text, 12, '0'))::uuid, v.title, v.description,
  '/storage/v1/object/public/artwork/posters/' || v.slug || '.avif',
  '/storage/v1/object/public/artwork/banners/' || v.slug || '.avif',
  v.creator, v.released::date, v.genre::text[], v.language, v.actors::text[],
  true, v.availability = 'free', v.availability like 'sell%', v.availability like '%rent',
  v.sells_at, v.rents_at, now() - make_interval(days => v.added), now() - make_interval(days => v.added)
from (values
  (1, 'lakou-gran-moun', 'Lakou Gran Moun', 'ht', '2022-01-14', '{Drama,Family}', 'sell and rent', null, null, 340,
   'Guerline Saintaubin', '{Idamante Joachin,Davilmar Pierre-Saint,Odilya Montpoint,Papa Loulou Sainvil,Widlyne Charlot}',
   'Kat granmoun ap viv nan yon lakou yon konpayi vle achte. Yo pa gen tit, yo pa gen lajan, men yo konnen istwa chak pyebwa ak non chak moun ki antere anba yo. Yon seri sou sa nou kite bay timoun nou yo, ak sa nou sere.'),
  (2, 'bri-kouran', 'Bri Kouran', 'ht', '2020-05-01', '{Comedy}', 'free', null, null, 160,
   'Harold Mésidor', '{Anòl Fanfan,Madan Filo Sénat,Evens Clairmont,Jocelyn Pétion,Ti-Wens Brutus}',
   'Twa kay, yon sèl kontè, senkant fil. Lè kouran an vini, tout katye a rele; lè l ale, se lè sa a istwa yo kòmanse. Yon komedi sou vwazinaj, ralonj elektrik ak frizè ki pa janm gen tan frèt.'),
  (3, 'les-heritiers', 'Les héritiers de Léogâne', 'fr', '2023-09-22', '{Drama,Crime}', 'sell and rent', 24.99, 11.99, 110,
   'Marie-Laure Jeanty', '{Lucien Bazelais,Rachelle Vilmont,Édith Larochelle,Daniel Excellent,Nancy Prophète}',
   'Le patriarche d’une guildive de Léogâne laisse à ses quatre enfants une distillerie, des dettes et une clause que personne ne comprend. Ils ont une récolte pour s’entendre. Le clairin, lui, n’attend pas.'),
  (4, 'port-nights', 'Port Nights', 'en', '2025-11-07', '{Crime,Thriller}', 'subscribers', null, null, 22,
   'Ketsia Aurelus', '{Marcus Beauvil,Sherline Noailles,Mackenson Ulysse,Stanley Vertus}',
   'A customs inspector who cannot sleep and a radio journalist who will not stop asking share one harbour and one problem: a container that was cleared before it arrived. Six nights in Port-au-Prince, in two languages, with the tide keeping time.')
) v (n, slug, title, language, released, genre, availability, sells_at, rents_at, added, creator, actors, description);

-- Six stills per series: the seventh episode shows the first again.
insert into public.episodes (
  id, series_id, season_number, episode_number, title, description, thumbnail_url, duration, is_free, created_at, updated_at)
select
  ('5e0' || v.series || '0000-0000-4000-8000-' || lpad((v.season * 100 + v.episode)::text, 12, '0'))::uuid,
  ('5e000000-0000-4000-8000-' || lpad(v.series::text, 12, '0'))::uuid,
  v.season, v.episode, v.title, v.description,
  '/storage/v1/object/public/artwork/episodes/' || s.slug || '-'
    || (row_number() over (partition by v.series order by v.season, v.episode) - 1) % 6 + 1 || '.avif',
  v.minutes, v.is_free,
  now() - make_interval(days => case when v.season = 1 then s.first_season else s.second_season end - v.episode),
  now() - make_interval(days => case when v.season = 1 then s.first_season else s.second_season end - v.episode)
from (values
  (1, 1, 1, 'Kle ki pèdi a', 44, false, 'Kle baryè lakou a disparèt jou mesye konpayi yo vini. Chak granmoun sispekte yon lòt.'),
  (1, 1, 2, 'Yon plas anba pye mango a', 41, false, 'Yon fanmi ki pèdi kay li mande yon kwen pou dòmi. Lakou a vote, epi li vote ankò.'),
  (1, 1, 3, 'Dèt Tonton Davilmar', 46, false, 'Yon vye dèt domino tounen yon papye notè. Davilmar pa sonje li te siyen anyen.'),
  (1, 1, 4, 'Manda ki soti Miyami', 43, false, 'Lajan an rive pou yon moun ki pa rete nan lakou a ankò. Ki moun ki gen dwa al chèche l?'),
  (1, 1, 5, 'Reyinyon granmoun yo', 45, false, 'Pou premye fwa depi ven an, tout kat chita sou menm ban an. Yo pa dakò sou anyen, sof sou kafe a.'),
  (1, 1, 6, 'Nou pa bouje', 52, false, 'Bouldozè a rive a sizè nan maten. Lakou a deja leve depi katrè.'),
  (1, 2, 1, 'Apre lapli a', 47, false, 'Mi a tonbe, epi dèyè mi a gen yon pòt pèsonn pa t konnen.'),
  (1, 2, 2, 'Vizitè ki konnen tout non yo', 44, false, 'Yon jèn fanm soti Kanada ak yon lis non. Non granmoun yo tout ladan l, sof youn.'),
  (1, 2, 3, 'Sè Odilya sispann chante', 42, false, 'Chak maten depi karant an, Odilya chante. Maten sa a, lakou a reveye nan silans.'),
  (1, 2, 4, 'Yon bag an ajan', 55, false, 'Yon moun siyen papye a. Nou wè men an, nou wè bag la, nou pa wè figi a.'),
  (2, 1, 1, 'Kontè a', 26, false, 'Twa kay resevwa yon sèl bòdwo, epi pa gen yon kay ki te limen yon anpoul.'),
  (2, 1, 2, 'Fil Bòs Anòl', 24, false, 'Yon fil soti lakay Bòs Anòl, li travèse lari a, li antre lakay Bòs Anòl. Bòs Anòl di se pa fil pa l.'),
  (2, 1, 3, 'Frizè Madan Filo', 25, false, 'Madan Filo achte yon frizè. Tout katye a vin mete yon bagay ladan l, menm Bib pastè a.'),
  (2, 1, 4, 'De èdtan limyè', 27, false, 'Radyo a pwomèt de èdtan kouran. Gen yon fè pou pase, yon laptòp, yon match ak yon gato ki bezwen l.'),
  (2, 1, 5, 'Devwa anba poto a', 23, false, 'Yon ti fi ap etidye anba limyè lari a. Nan kenz jou, tout katye a ap pran leson avè l.'),
  (2, 1, 6, 'Maryaj nan fènwa', 31, false, 'Kouran an ale anvan wi a. Pastè a kontinye, men li pa sèten ki moun li marye.'),
  (3, 1, 1, 'La lecture du testament', 51, false, 'Quatre enfants, un notaire, une clause écrite au crayon.'),
  (3, 1, 2, 'Le clairin blanc', 48, false, 'La cuvée du père n’a pas d’étiquette. Quelqu’un la vend déjà à Port-au-Prince.'),
  (3, 1, 3, 'La sœur de New York', 49, false, 'Gisèle revient avec deux valises et un avocat. Elle n’ouvre que les valises.'),
  (3, 1, 4, 'Les comptes de l’oncle', 47, false, 'Vingt ans de cahiers, une page arrachée, toujours la même semaine.'),
  (3, 1, 5, 'La nuit de la coupe', 53, false, 'La canne est mûre, les coupeurs sont en grève, et le feu vient du mauvais côté.'),
  (3, 1, 6, 'Ce que valait la terre', 58, false, 'Il faut signer avant midi. Il manque un héritier, et il est dans la pièce.'),
  (4, 1, 1, 'Container 4471', 46, true, 'Cleared on Tuesday, unloaded on Thursday. Inspector Vertilus wants to know what happened on Wednesday.'),
  (4, 1, 2, 'The Night Radio', 44, false, 'A caller on the late show describes the inside of a warehouse nobody has opened.'),
  (4, 1, 3, 'Low Tide', 45, false, 'The water goes out and leaves a crate, a shoe and a witness.'),
  (4, 1, 4, 'A Man with Two Stamps', 43, false, 'Two customs stamps, one name, and an office that does not exist on any floor.'),
  (4, 1, 5, 'The Dockers’ Mass', 47, false, 'Every Sunday the dockers pray for one of their own. This week they are early.'),
  (4, 1, 6, 'Clearance', 54, false, 'The container opens. What is inside is lighter than anyone thought.')
) v (series, season, episode, title, minutes, is_free, description)
join (values
  (1, 'lakou-gran-moun', 340, 60), (2, 'bri-kouran', 160, 0), (3, 'les-heritiers', 110, 0), (4, 'port-nights', 22, 0)
) s (series, slug, first_season, second_season) using (series);

-- The home page: hero and banners -------------------------------------------------------------------------------

insert into public.featured_films (
  id, title, description, banner_url, poster_url, rating, release_year, duration, genre, director, actors,
  is_premium, active, movie_id, created_at)
select
  ('fe000000-0000-4000-8000-' || lpad(v.n::text, 12, '0'))::uuid, m.title, v.description, m.banner_url, m.thumbnail_url,
  v.rating, extract(year from m.release_date)::integer, m.duration / 60 || 'h ' || m.duration % 60 || 'm',
  m.genre, m.director, m.actors, not m.is_free, v.active, m.id, now() - make_interval(days => v.added)
from (values
  (1, 'Wout Mòn Nwa', 4.8, true, 3, 'Yon kamyon, yon lannwit lapli, ak yon pasaje ki konnen twòp non.'),
  (2, 'La mer se souvient', 4.7, true, 7, 'Un phare éteint, des cahiers, et tous ceux qui ne sont pas rentrés.'),
  (3, 'Létà', 4.5, true, 11, 'De aksan anplis, yon lwa anplis, epi pèsonn pa gen tò.'),
  (4, 'Salt Wind', 4.4, true, 5, 'She told the village he drowned. The village decided to believe her.'),
  (6, 'Tanbou Minwi', 4.6, false, 120, 'Fòk ou reponn tanbou a nan menm lang li pale avè w la.')
) v (n, title, rating, active, added, description)
join public.movies m on m.title = v.title;

insert into public.featured_films (
  id, title, description, banner_url, poster_url, rating, release_year, duration, genre, director, actors,
  is_premium, active, series_id, created_at)
select
  'fe000000-0000-4000-8000-000000000005', s.title, 'Yo pa gen tit. Yo gen memwa.', s.banner_url, s.thumbnail_url,
  4.9, extract(year from s.release_date)::integer, s.season_count || ' seasons', s.genre, s.creator, s.actors,
  not s.is_free, true, s.id, now() - interval '9 days'
from public.series s where s.title = 'Lakou Gran Moun';

insert into public.banners (id, title, image_url, link, active, placement, created_at)
select
  ('ba000000-0000-4000-8000-' || lpad(v.n::text, 12, '0'))::uuid, v.title,
  '/storage/v1/object/public/banners/' || v.image || '.avif', v.link, v.active, v.placement,
  now() - make_interval(days => v.added)
from (values
  (1, 'strip', 'strip-1', 'Festival Sinema Jakmèl', 'https://example.org/festival-jakmel', true, 10),
  (2, 'strip', 'strip-2', 'Nouvo chak vandredi', '/categories', true, 18),
  (3, 'strip', 'strip-3', 'Fim ayisyen, tout kote', null, true, 30),
  (4, 'slide', 'slide-1', 'Kafe Tè Wouj: yon tas anvan fim nan', 'https://example.org/kafe-te-wouj', true, 12),
  (5, 'slide', 'slide-2', 'Radyo Zandolit 94.1 FM: mizik depi douvanjou', 'https://example.org/radyo-zandolit', true, 24),
  (6, 'promotion', 'promo-1', 'Festival Sinema Jakmèl: uit jou, karant fim', 'https://example.org/festival-jakmel', true, 4),
  (7, 'promotion', 'promo-2', 'Sinema anba zetwal: chak samdi swa, antre gratis', 'https://example.org/anba-zetwal', true, 8),
  (8, 'promotion', 'promo-3', 'Bay yon fim kado', '/subscribe', true, 16),
  (9, 'promotion', 'promo-4', 'Kout fim, gwo istwa: voye pa w la', '/contact', true, 21),
  (10, 'strip', 'strip-1', 'Last year’s carnival offer', '/subscribe', false, 280)
) v (n, placement, image, title, link, active, added);

-- Rows of the home page and of the films page.
insert into public.front_page_rows (id, place, position, title, title_fr, title_ht, title_es, kind, title_ids, category_id, rule)
select ('fb000000-0000-4000-8000-' || lpad(v.n::text, 12, '0'))::uuid, v.place, v.position, v.title, v.title_fr, v.title_ht,
  v.title_es, v.kind,
  array(select ('f1000000-0000-4000-8000-' || lpad(c.film::text, 12, '0'))::uuid from unnest(v.films::integer[]) c (film)),
  ('ca000000-0000-4000-8000-' || lpad(v.category::text, 12, '0'))::uuid, v.rule
from (values
  (1, 'home', 1, 'Free tonight', 'Gratuit ce soir', 'Gratis aswè a', 'Gratis esta noche', 'rule', '{}', null, 'free'),
  (2, 'home', 2, 'The yard’s favourites', 'Les préférés de la cour', 'Sa lakou a renmen', 'Los favoritos del patio', 'rule', '{}', null, 'best'),
  (3, 'home', 3, 'Series', 'Séries', 'Seri', 'Series', 'rule', '{}', null, 'series'),
  (4, 'home', 4, 'When the drum speaks', 'Quand le tambour parle', 'Lè tanbou pale', 'Cuando habla el tambor', 'category', '{}', 5, null),
  (5, 'home', 5, 'The night shift', 'Le service de nuit', 'Ekip lannwit lan', 'El turno de noche', 'chosen', '{3,7,11,15,19,21}', null, null),
  (6, 'home', 6, 'Kind to your data plan', 'Légers pour votre forfait', 'Ki pa manje done ou', 'Ligeros con tus datos', 'rule', '{}', null, 'small'),
  (7, 'films', 1, 'Laugh out loud', 'Pour rire aux éclats', 'Pou ri jouk nan vant', 'Para reír a carcajadas', 'category', '{}', 2, null),
  (8, 'films', 2, 'Roads at night', 'Routes de nuit', 'Wout lannwit', 'Caminos de noche', 'category', '{}', 7, null),
  (9, 'films', 3, 'Real lives', 'Des vies vraies', 'Lavi tout bon', 'Vidas reales', 'category', '{}', 4, null)
) v (n, place, position, title, title_fr, title_ht, title_es, kind, films, category, rule);

-- Reviews -----------------------------------------------------------------------------------------------------

-- Nobody has reviewed La nuit des lucioles, Salt Wind, Anba Mapou, Letters to Jérémie and Zetwal Kanaval yet.
insert into public.reviews (id, movie_id, user_id, rating, review_text, created_at, updated_at)
select
  ('ae000000-0000-4000-8000-' || lpad((row_number() over (order by m.id, v.days desc))::text, 12, '0'))::uuid,
  m.id, p.id, v.stars, v.said,
  now() - make_interval(days => v.days, mins => v.stars * 41), now() - make_interval(days => v.days, mins => v.stars * 41)
from (values
  ('Lanp Tèt Gridap', 'manno', 360, 5, 'Mwen pase fim sa a plis pase ven fwa nan lavi m. Chak fwa, nan moman flanm nan tranble a, tout sal la sispann respire.'),
  ('Lanp Tèt Gridap', 'subscriber', 349, 5, 'Loué un soir de garde, regardé en deux fois. J’ai appelé ma mère entre les deux.'),
  ('Lanp Tèt Gridap', 'darline', 300, 4, 'Shot almost entirely with one flame, and you never feel it as a trick. The middle drags by five minutes. The end forgives everything.'),
  ('Lanp Tèt Gridap', 'jeanrobert', 250, 4, null),
  ('Lanp Tèt Gridap', 'roseline', 240, 5, 'Tant Idalya se tout manman ki gen yon chèz vid lakay yo.'),
  ('Wout Mòn Nwa', 'manno', 12, 5, 'De moun nan yon kamyon, epi ou pa ka leve. Dènye kwa a ap rete avè m.'),
  ('Wout Mòn Nwa', 'wilner', 11, 5, 'Koute l ak bon ekoutè. Motè a se twazyèm pèsonaj la.'),
  ('Wout Mòn Nwa', 'nadege', 10, 5, 'Mwen gade l twa fwa epi chak fwa mwen wè yon lòt pasaje.'),
  ('Wout Mòn Nwa', 'roseline', 9, 4, null),
  ('Wout Mòn Nwa', 'subscriber', 7, 4, 'Un film qui tient dans une cabine et qui donne le vertige. J’aurais aimé un peu moins de pluie et un peu plus de Yolette Pétrus.'),
  ('Machann Solèy', 'admin', 345, 5, null),
  ('Machann Solèy', 'darline', 320, 5, 'Nearly forty years old and quicker than most of what I cut. Carmélite Dumas can sell me anything, with or without a guarantee against rain.'),
  ('Machann Solèy', 'jeanrobert', 230, 4, 'La copie a vécu, le film pas du tout. On y entend le marché de mon enfance.'),
  ('Machann Solèy', 'nadege', 150, 4, 'Mwen te panse vye fim yo te twò dousman. Se mwen ki te twò prese.'),
  ('Kòk Kalite', 'wilner', 70, 4, 'Mwen konnen twa nèg tankou Dyesèl, youn ladan yo se mwen. Mizik la yon ti jan twò fò nan mitan an.'),
  ('Kòk Kalite', 'manno', 66, 5, 'Kòk la pa pale, men se li ki gen pi bon dyalòg yo.'),
  ('Kòk Kalite', 'jeanrobert', 61, 2, 'J’ai souri deux fois. Le reste crie beaucoup, et pas seulement le coq.'),
  ('Kòk Kalite', 'nadege', 42, 3, 'Premye demi èdtan an bon nèt. Apre sa, se menm blag la ki tounen ak yon lòt chemiz.'),
  ('Tanbou Minwi', 'manno', 325, 5, 'Fim sa a ansenye m koute.'),
  ('Tanbou Minwi', 'wilner', 300, 5, 'Pa gen yon sèl fo nòt, ni nan men yo ni nan je yo. Si ou jwe yon enstriman, gade l de fwa.'),
  ('Tanbou Minwi', 'darline', 290, 4, 'The sound mix is a lesson. I would trim the cemetery by a minute and keep everything else.'),
  ('Tanbou Minwi', 'subscriber', 200, 4, null),
  ('Lalin nan Basen', 'roseline', 41, 5, 'Yon istwa kote moun pa ka bay manti ankò: gade jan tout bagay vin difisil. Byen ekri, byen jwe.'),
  ('Lalin nan Basen', 'nadege', 30, 4, 'Dlo a prèske twò bèl. Granmè a vòlè fim nan.'),
  ('Lalin nan Basen', 'subscriber', 22, 3, 'Très belles images, mais les deux amoureux ont moins de choses à se dire que la grand-mère.'),
  ('Radyo Katye', 'wilner', 295, 5, 'Mwen te fè radyo konsa tou, ak kouran vwazen an. Tout blag yo vre.'),
  ('Radyo Katye', 'roseline', 260, 4, null),
  ('Radyo Katye', 'darline', 210, 4, 'The street taking over the microphone is the happiest ten minutes in the catalogue.'),
  ('Radyo Katye', 'nadege', 180, 5, 'Mwen gade l moso pa moso pandan yon semèn move tan. Menm konsa li fè m ri.'),
  ('Radyo Katye', 'member', 80, 4, 'My grandmother laughed before the subtitles arrived, so I know they are missing half of it. Still great.'),
  ('La mer se souvient', 'jeanrobert', 17, 5, 'Un film qui fait confiance au silence et aux escaliers. Ludivine Coicou ne joue pas, elle se souvient.'),
  ('La mer se souvient', 'darline', 16, 4, 'Gorgeous and patient. One notebook too many near the end, but I would not want to be the one to choose which.'),
  ('La mer se souvient', 'subscriber', 15, 5, 'Vu avec ma mère, qui vient de là-bas. Elle a reconnu la lumière avant les maisons.'),
  ('La mer se souvient', 'manno', 13, 4, null),
  ('Les volets bleus', 'jeanrobert', 240, 5, 'Tout est dans ce que la caméra ne montre pas. Je l’ai vu à sa sortie, je l’ai revu à soixante-quinze ans : c’est moi qui avais changé, pas lui.'),
  ('Les volets bleus', 'subscriber', 24, 4, 'Long, étouffant, exactement comme il faut.'),
  ('Les volets bleus', 'roseline', 130, 5, 'Mwen pa ka montre l nan klas, men mwen ta renmen tout pwofesè istwa wè l.'),
  ('Le dernier tap-tap', 'jeanrobert', 200, 4, 'Une comédie qui connaît le prix de la peinture. La scène du septième pot est un petit chef-d’œuvre.'),
  ('Le dernier tap-tap', 'roseline', 100, 4, null),
  ('Le dernier tap-tap', 'subscriber', 34, 5, 'Projeté au ciné-club, dix personnes, dix visages préférés sur l’autobus. On a parlé jusqu’à minuit.'),
  ('Brooklyn Konpa', 'darline', 30, 3, 'They got the hall right, the uncles right, the traffic right. The love story could have stayed on the bus.'),
  ('Brooklyn Konpa', 'wilner', 28, 4, 'Gwoup la se yon vrè gwoup, sa tande. Gita a fè m anvi repete.'),
  ('Brooklyn Konpa', 'subscriber', 26, 5, 'I have been to this wedding. I have been to this wedding eleven times.'),
  ('The Kite Season', 'darline', 190, 4, 'My six-year-old asked for an umbrella the next morning. No rain in sight.'),
  ('The Kite Season', 'member', 60, 5, 'Watched it with my cousins and nobody touched a phone. The grandmother is the best engineer in any film I know.'),
  ('The Kite Season', 'roseline', 3, 4, 'Yon ti fim ki konnen li piti, e se sa ki fè l gran.'),
  ('Fanm ak Panye', 'darline', 175, 5, 'No narrator, no pity, no drone shots. Every documentary student should count how long each face is allowed to stay.'),
  ('Fanm ak Panye', 'nadege', 140, 5, 'Mwen pa machande menm jan ankò depi mwen fin wè l.'),
  ('Fanm ak Panye', 'manno', 120, 5, 'Nou te pase l nan mache a. Machann yo te fè silans.'),
  ('Fanm ak Panye', 'roseline', 86, 5, 'Gen yon moun fanmi m ladan l, kidonk pa fè m konfyans. Men senk zetwal kanmenm.'),
  ('Kafe Cho', 'wilner', 90, 3, 'Li dous, li pa prese. Yon bon fim pou yon dimanch lapli, pa plis.'),
  ('Kafe Cho', 'nadege', 77, 3, null),
  ('Kat Kontre', 'manno', 140, 4, 'Yon tab, kat bon aktè, epi yon lanp. Sa ase lè senaryo a solid.'),
  ('Kat Kontre', 'jeanrobert', 110, 1, 'Une heure quarante dans un dépôt, et l’on finit par envier ceux qui en sont sortis.'),
  ('Kat Kontre', 'darline', 72, 4, 'Count the chairs. That is all I will say.'),
  ('Kat Kontre', 'nadege', 67, 2, 'Li twò long. Lè mwen te konprann ki moun ki trayi ki moun, batri m te fini.'),
  ('Pierre sur pierre', 'roseline', 95, 4, 'Elèv mwen yo te vle peze yon wòch apre. Se sa yon bon dokimantè ye.'),
  ('Pierre sur pierre', 'jeanrobert', 57, 5, 'Le maçon, l’archéologue et la conteuse ont tous les trois raison, et le film a l’élégance de ne pas les départager.'),
  ('Pierre sur pierre', 'wilner', 54, 5, 'Mwen se moun Milo. Mèsi pou moun ki te pote wòch yo.'),
  ('Lekòl Bò Lanmè', 'roseline', 110, 5, 'Mwen te deja fè klas anba yon tant, anba yon pye mango, men poko sou yon bato. Fim sa a ban m lide.'),
  ('Lekòl Bò Lanmè', 'subscriber', 44, 5, 'Dix minutes par soir avec les enfants de ma sœur. Ils récitent la table de sept avec l’accent de Mèt Simeyon.'),
  ('Lekòl Bò Lanmè', 'darline', 12, 4, null),
  ('Sezon Siklòn', 'nadege', 21, 3, 'Twa aktris yo bon anpil. Siklòn nan li menm rive twò ta.'),
  ('Sezon Siklòn', 'subscriber', 20, 4, null),
  ('Sezon Siklòn', 'jeanrobert', 18, 4, 'Le vent fait moins de dégâts que la phrase de la cadette au petit déjeuner.'),
  ('Létà', 'admin', 38, 5, 'Pi bon ansèy nan tout sinema nou an, ak pi move òtograf la.'),
  ('Létà', 'wilner', 33, 4, 'Mwen ri jouk mwen kalkile konbyen nan sa ki rive tout bon.'),
  ('Létà', 'roseline', 32, 5, 'Yon elèv, yon fraz, epi tout yon ministè tonbe. M ap sèvi avè l nan klas chak ane.'),
  ('Létà', 'jeanrobert', 30, 4, 'Satire sèche, rythme impeccable. Le débat parlementaire sur l’accent grave devrait être joué à l’école.')
) v (film, author, days, stars, said)
join public.movies m on m.title = v.film
join private.profiles p on p.username = v.author
order by v.days desc;

-- Watchlists --------------------------------------------------------------------------------------------------

insert into public.watchlist (user_id, movie_id, created_at)
select p.id, m.id, now() - v.ago::interval
from (values
  ('subscriber', 'Anba Mapou', '8d'), ('subscriber', 'Salt Wind', '5d'),
  ('member', 'Sezon Siklòn', '22d'), ('member', 'Wout Mòn Nwa', '10d')
) v (who, film, ago)
join private.profiles p on p.username = v.who
join public.movies m on m.title = v.film;

insert into public.watchlist (user_id, series_id, created_at)
select p.id, s.id, now() - interval '37d'
from private.profiles p, public.series s
where p.username = 'subscriber' and s.title = 'Lakou Gran Moun';

-- Money -------------------------------------------------------------------------------------------------------

-- The subscriber's three payments. Order, ledger and entitlement come from this one list, so that they agree.
insert into public.orders (
  id, user_id, transaction_type, media_type, movie_id, plan, title, thumbnail_url, amount_minor, currency,
  provider, provider_reference, status, created_at, updated_at)
select
  ('0d000000-0000-4000-8000-' || lpad(v.n::text, 12, '0'))::uuid, p.id, v.deed, case when m.id is not null then 'movie' end,
  m.id, plan.id, coalesce(m.title, 'Lakou, yearly'), m.thumbnail_url,
  coalesce(private.price_minor('movie', v.deed, m.purchase_price, m.rental_price), plan.amount_minor), 'USD',
  'sandbox', 'sandbox-demo-' || v.n, 'paid', now() - v.ago::interval, now() - v.ago::interval + interval '90 seconds'
from (values
  (1, 'rental', 'Lanp Tèt Gridap', null, '350d'),
  (2, 'purchase', 'Tanbou Minwi', null, '210d'),
  (3, 'subscription', null, 'yearly', '40d')
) v (n, deed, film, plan, ago)
join private.profiles p on p.username = 'subscriber'
left join public.movies m on m.title = v.film
left join public.plans plan on plan.id = v.plan
order by v.n;

insert into public.ledger (
  order_id, kind, amount_minor, currency, provider, provider_reference, occurred_at, booked_at, period_end)
select o.id, 'payment', o.amount_minor, o.currency, o.provider, o.provider_reference, o.updated_at, o.updated_at,
  o.updated_at + (select plan.lasts from public.plans plan where plan.id = o.plan)
from public.orders o where o.provider_reference like 'sandbox-demo-%'
order by o.created_at;

insert into public.user_purchases (
  user_id, media_type, movie_id, title, transaction_type, amount, currency, provider, provider_reference, order_id,
  status, rental_expiry, created_at)
select o.user_id, o.media_type, o.movie_id, o.title, o.transaction_type, o.amount_minor / 100.0, o.currency, o.provider,
  o.provider_reference, o.id, 'completed',
  case o.transaction_type when 'rental' then o.updated_at + interval '48 hours' end, o.updated_at
from public.orders o where o.provider_reference like 'sandbox-demo-%' and o.transaction_type <> 'subscription';

insert into public.subscriptions (
  user_id, status, subscription_type, expires_at, provider, provider_reference, order_id, created_at, updated_at)
select o.user_id, 'active', o.plan, o.updated_at + plan.lasts, o.provider, o.provider_reference, o.id, o.updated_at, o.updated_at
from public.orders o join public.plans plan on plan.id = o.plan
where o.provider_reference like 'sandbox-demo-%';

-- Opens the sandbox, which also has the three payments.
insert into private.settings (key, value) values ('sandbox_payments', '"open"')
on conflict (key) do update set value = excluded.value;
insert into private.sandbox_sessions (id, order_id, success_url, cancel_url, status, created_at)
select o.provider_reference, o.id, '/payment-success?order=' || o.id, '/', 'complete', o.created_at
from public.orders o where o.provider_reference like 'sandbox-demo-%';
insert into private.sandbox_events (session_id, event, created_at)
select l.provider_reference, jsonb_build_object(
    'kind', 'payment', 'order_id', l.order_id, 'provider', l.provider, 'reference', l.provider_reference,
    'amount_minor', l.amount_minor, 'currency', l.currency, 'occurred_at', l.occurred_at, 'period_end', l.period_end), l.occurred_at
from public.ledger l where l.provider_reference like 'sandbox-demo-%';

-- Contact messages ----------------------------------------------------------------------------------------

insert into public.contact_messages (id, name, email, subject, message, user_id, handled_at, created_at)
select ('c0000000-0000-4000-8000-' || lpad(v.n::text, 12, '0'))::uuid, v.name, v.email, v.subject, v.message, p.id,
  now() - v.handled_ago::interval, now() - v.ago::interval
from (values
  (1, 'Jean-Robert Casséus', 'jeanrobert@lakou.test', 'Une vieille affiche des volets bleus', 'jeanrobert', '26d', '25d',
   'Bonjour, j’ai retrouvé dans un carton l’affiche d’origine des Volets bleus, un peu tachée mais entière. Je peux vous la prêter pour une numérisation. À qui dois-je l’envoyer ?'),
  (2, 'Lunise Achille', 'lunise.achille@example.org', 'Screening in a library in Boston', null, '3d', null,
   'Hello, our library would like to show The Kite Season on a Saturday afternoon in spring, free of charge, about sixty seats. Whom should we ask for permission, and is there a copy with English captions for deaf viewers?')
) v (n, name, email, subject, author, ago, handled_ago, message)
left join private.profiles p on p.username = v.author;
-- They were emailed when they arrived.
delete from private.jobs where kind = 'mail_contact_message';

-- The forum ---------------------------------------------------------------------------------------------------

-- General comes with the migration.
insert into public.forum_categories (id, name, description, position, created_at)
select ('00000000-0000-4000-8000-' || lpad(v.n::text, 12, '0'))::uuid, v.name, v.description, v.n - 1, now() - interval '405 days'
from (values
  (2, 'Films & Series', 'Endings, theories, favourite scenes. Warn before you tell how it ends'),
  (3, 'Music', 'Konpa, twoubadou, drums, and what plays under the credits'),
  (4, 'Kreyòl & Language', 'Spelling, subtitles, and words that refuse to be translated'),
  (5, 'Making Films', 'Shooting, sound, editing, writing, with whatever is at hand'),
  (6, 'Diaspora', 'Watching from far away, and watching together'),
  (7, 'Help', 'When something does not play, or does not pay')
) v (n, name, description);

insert into public.forum_topics (
  id, category_id, user_id, title, content, views, locked, pinned, created_at, updated_at, last_activity_at)
select
  ('f0000000-0000-4000-8000-' || lpad(v.n::text, 12, '0'))::uuid, c.id, p.id, v.title, v.content, v.views,
  v.kept = 'locked', v.kept = 'pinned', now() - v.ago::interval, now() - v.ago::interval, now() - v.ago::interval
from (values
  (1, 'General', 'admin', '88d 5h', 412, 'pinned', 'Byenveni nan lakou a · Bienvenue · Welcome',
   'Isit la nou pale de fim, de mizik, de lang ak tout sa ki vlope yo. Ekri an kreyòl, an franse oswa an angle, jan ou alèz. Règ yo kout: respekte moun, pa rakonte fen yon fim san avèti, pa vann anyen.

On parle ici de films, de musique et de tout ce qui va avec, dans la langue qui vous vient. Prévenez avant de raconter une fin.

Write in the language you think in. Say hello below: who you are, where you watch from, and the last film that stayed with you.'),
  (2, 'Films & Series', 'nadege', '11d 6h', 187, '', 'Wout Mòn Nwa: ki moun pasaje a ye? (fen an ladan l)',
   'Mwen fin gade l de fwa. Pasaje a pa janm manyen pòt kamyon an, li pa janm bwè, epi nan retwovizè a nou pa wè l ankò apre twazyèm koub la. Pou mwen se ansyen chofè a. Men frè m di se papa Klodèl. Kisa nou menm nou wè?'),
  (3, 'Films & Series', 'jeanrobert', '17d 2h', 96, '', 'La mer se souvient : la montée du phare, un seul plan ?',
   'Entre le moment où Ludivine pousse la porte et celui où elle lit le premier nom, je ne vois aucune coupe. Six minutes dans un escalier en colimaçon, avec la lumière qui baisse. Quelqu’un sait comment ils ont fait ?'),
  (4, 'Kreyòl & Language', 'member', '34d 8h', 233, '', 'Why does Létà have two accents?',
   'I searched for “leta” and it came up, fine. But my Kreyòl teacher says there is no é in the official spelling at all, and that “leta” needs no accent. Is the title a mistake, or a joke I’m missing?'),
  (5, 'Help', 'nadege', '52d 3h', 301, '', 'Gade fim ak yon koneksyon fèb: sa ki mache pou mwen',
   'Lakay mwen, rezo a bon ant dezè ak senkè nan maten. Lòt lè yo, fim nan kanpe chak minit. Men sa mwen fè: mwen mete l sou pi piti kalite a, mwen kite l sou poz dis minit, epi mwen pa louvri okenn lòt bagay. Ki lòt teknik nou genyen?'),
  (6, 'Making Films', 'nadege', '66d 1h', 164, '', 'Montaj sou telefòn: nan ki bout pou m kòmanse?',
   'Mwen filme granmè m k ap fè kasav pandan de jou. Mwen gen katrevendis ti bout videyo epi mwen pèdi. Èske gen yon lòd pou swiv lè ou pa gen òdinatè?'),
  (7, 'Music', 'subscriber', '25d 9h', 118, '', 'Which song is playing at the wedding in Brooklyn Konpa?',
   'Not the title song, the slow one when the uncles stand up. My phone finds nothing. Is it an old record, or was it written for the film?'),
  (8, 'General', 'manno', '80d 4h', 276, '', 'Premye fwa ou te wè yon fim sou yon gwo ekran',
   'Mwen te gen sèt an. Yon mesye te vini ak yon pwojektè sou do bourik, li tache yon dra ant de pye kokoye, epi lapli kòmanse tonbe nan mitan fim nan. Pèsonn pa t ale. Nou te gade fim nan ak lapli a ladan l. E nou menm?'),
  (9, 'General', 'jeanrobert', '73d 7h', 142, '', 'Ces salles de quartier dont plus personne ne parle',
   'Je rassemble des souvenirs de petites salles : un nom, une rue, un prix d’entrée, une anecdote. Pas pour un livre, pour mes petits-enfants. Tout m’intéresse, même les chaises.'),
  (10, 'Diaspora', 'darline', '45d 6h', 158, '', 'Watching with kids who don’t speak Kreyòl',
   'Mine are six and nine. Subtitles are too fast for the little one, dubbing feels wrong. The Kite Season worked because it is in English, but I want them to hear the language. What worked in your house?'),
  (11, 'Kreyòl & Language', 'roseline', '58d 2h', 209, '', 'Soutit an kreyòl: yon sèl òtograf, tanpri',
   'Mwen kontan wè soutit kreyòl sou plis fim. Men nan menm fim nan mwen jwenn “mwen”, “m’” ak “moin”. Elèv mwen yo li soutit yo, yo kopye sa yo wè. Èske nou ka tonbe dakò sou òtograf ofisyèl la, pou tout fim?'),
  (12, 'Films & Series', 'manno', '38d 5h', 171, '', 'Lakou Gran Moun, sezon 2: ki moun ki siyen papye a?',
   'Nan dènye epizòd la nou wè yon men k ap siyen, ak yon bag an ajan. Twa moun nan lakou a gen yon bag konsa. Mwen mete lajan m sou Tonton Davilmar, paske se li ki pa t nan reyinyon an. Kisa nou panse?'),
  (13, 'Films & Series', 'wilner', '30d 3h', 147, '', 'Bri Kouran: ki pèsonaj ki sanble ak vwazen ou?',
   'Lakay mwen se Bòs Anòl, ki gen yon fil ki pase toupatou epi ki toujou di se pa fil pa l. E lakay nou?'),
  (14, 'Making Films', 'roseline', '49d 4h', 103, '', 'Prise de son dehors : une moto toutes les dix secondes',
   'Je filme des entretiens avec d’anciens élèves, aux Cayes, dans leur cour. Le micro est correct, mais les motos passent sans arrêt. Faut-il tourner à l’intérieur, ou est-ce que cela se rattrape au montage ?'),
  (15, 'Music', 'wilner', '62d 8h', 89, '', 'Tanbou nan fim: lè bri a kouvri pawòl yo',
   'Nan anpil fim, lè tanbou a antre, nou pa tande moun yo ankò. Nan Tanbou Minwi se lekontrè: pi tanbou a fò, pi nou tande yo. Ki jan yo fè sa?'),
  (16, 'Help', 'member', '21d 5h', 74, '', 'Can I rent a film for someone else?',
   'My grandmother’s birthday is coming and she wants to see Sezon Siklòn. Can I pay while she watches on her own account?'),
  (17, 'Diaspora', 'subscriber', '41d 2h', 121, '', 'Ciné-club à Montréal, premier samedi du mois',
   'Nous sommes une dizaine, on se retrouve chez l’une ou chez l’autre, à Saint-Michel. Chacun apporte un plat, on vote le film la semaine d’avant. Le prochain se joue entre Les volets bleus et Le dernier tap-tap. Vos arguments ?'),
  (18, 'Films & Series', 'darline', '70d 6h', 195, '', 'Kat Kontre: who holds the key? (ending inside)',
   'I was sure it was the quiet one. Then the lamp goes out and everyone’s hands move at once. I have watched that shot over and over and I still cannot tell. Is the answer in the film at all?'),
  (19, 'Films & Series', 'jeanrobert', '55d 9h', 84, '', 'Pierre sur pierre m’a réconcilié avec la visite guidée',
   'J’ai fait la Citadelle trois fois dans ma vie, chaque fois avec des dates. Ce film n’en donne presque aucune, et j’ai enfin compris le poids d’une pierre. Le maçon qui dit « moi, je l’aurais posée autrement » vaut dix manuels.'),
  (20, 'Making Films', 'darline', '36d 7h', 92, '', 'Grading faces by candlelight: how do you keep them warm?',
   'Documentary, one interview lit by two candles and a phone. The faces are there, but everything I do turns them grey or orange. How do you keep the warmth and still see the eyes?'),
  (21, 'Kreyòl & Language', 'jeanrobert', '68d 3h', 254, '', 'Comment traduire « lakou » ?',
   'Mes petits-enfants me demandent ce que veut dire le nom du site. « Cour » est trop petit, « village » trop grand, et « famille » manque de poussière. Vous dites comment, vous ?'),
  (22, 'General', 'subscriber', '28d 4h', 136, '', 'Quel film montrer à quelqu’un qui ne connaît pas Haïti ?',
   'Une collègue de l’hôpital veut un seul film pour commencer. Pas un cours, pas une leçon de misère : un film où l’on vit. Vous choisiriez quoi ?'),
  (23, 'Films & Series', 'roseline', '84d 6h', 218, '', 'Fanm ak Panye: machann ki nan dènye sèn nan se kouzin manman m',
   'Fanm ki mete panye a atè epi ki ri nan kamera a, se Filomiz, kouzin manman m. Li pa t konnen yo t ap kite imaj sa a. Mwen montre l fim nan sou telefòn mwen. Li gade l jouk nan fen, epi li di: “Panye a te pi lou pase sa.”'),
  (24, 'Music', 'nadege', '19d 3h', 77, '', 'Bèsèz ki nan Lalin nan Basen an: èske li egziste?',
   'Granmè a chante yon bèsèz de fwa nan fim nan, yon fwa bò dife a, yon fwa anba dlo. Manman m di li konnen premye kouplè a, men pa dezyèm nan. Èske se yon chante tradisyonèl?'),
  (25, 'Help', 'jeanrobert', '13d 8h', 58, '', 'Sous-titres en retard d’une seconde sur ma télévision',
   'Sur l’ordinateur, tout va bien. Sur la télévision, les sous-titres français arrivent une bonne seconde après la voix. C’est le film, le poste ou moi ?'),
  (26, 'Help', 'member', '76d 2h', 66, 'locked', 'Password reset mail does not arrive',
   'I asked for the reset link twice yesterday and there is nothing in my inbox. Is something wrong with my account?'),
  (27, 'Diaspora', 'wilner', '9d 4h', 129, '', 'Ki vil ki manke nan fim nou yo?',
   'Pòtoprens toupatou, Jakmèl souvan, lanmè tout tan. Mwen poko wè yon fim ki rete Okap dis minit san l pa monte Sitadèl la. Ki vil nou ta renmen wè sou ekran, nou menm ki lwen ak nou menm ki la?'),
  (28, 'Making Films', 'nadege', '5d 20h', 71, '', 'Yon senaryo dis paj: mwen bezwen je lòt moun',
   'Apre diskisyon sou vil yo, mwen ekri yon ti istwa: yon fi ap tann yon bis Gonayiv ki pa vini, epi moun k ap tann avè l yo kòmanse òganize lavi yo la. Dis paj, twa pèsonaj. Ki moun ki gen tan pou li l?'),
  (29, 'General', 'roseline', '4d 3h', 94, '', 'Ki fim nou gade lè kouran an ale?',
   'Telefòn nan gen karant pousan, limyè yo mouri, timoun yo la. Mwen bezwen yon bagay ki kout epi ki pa fè moun pè. Kisa nou gade nan fènwa?'),
  (30, 'Films & Series', 'member', '3d 1h', 63, '', 'Port Nights: how good is the Kreyòl in it?',
   'Half the lines are English, half are Kreyòl, and the customs inspector switches in the middle of sentences. To my ear it sounds like my family. To a native ear, is it right?'),
  (31, 'Kreyòl & Language', 'darline', '2d 2h', 52, '', 'How do you say “spoiler” in Kreyòl?',
   'I want to label my topics properly. “Gate fim nan” works as a verb, but what is the noun?'),
  (32, 'Films & Series', 'subscriber', '1d 3h', 41, '', 'La nuit des lucioles vient d’arriver, sans bruit',
   'Pas de bande-annonce, pas d’affiche dans le métro, et c’est peut-être le plus beau film pour enfants du catalogue. Le bocal, à la fin, je ne m’en remets pas.'),
  (33, 'General', 'manno', '20h', 23, '', 'Afich sou yon mi uit mèt',
   'Mwen enprime afich Kòk Kalite ak afich Tanbou Minwi pou sal la, ak pèmisyon. Moun kanpe devan yo anvan yo antre. Ki lòt afich ki ta bèl sou yon mi ki gen uit mèt?'),
  (34, 'Music', 'wilner', '7d 2h', 38, '', 'Ki moun k ap jwe twonpèt nan jenerik Radyo Katye a?',
   'Nan jenerik fen an gen yon twonpèt ki antre an reta, tankou yon moun k ap kouri dèyè bann nan. Non mizisyen an pa parèt. Mwen ta renmen rele l.'),
  (35, 'Help', 'member', '5h', 9, '', 'Are Spanish subtitles planned?',
   'My roommate is Dominican and sat down next to me in the middle of The Kite Season. He stayed for the end without understanding half of it. Are Spanish subtitles planned for any of the films?'),
  (36, 'General', 'jeanrobert', '15d 6h', 47, '', 'Une phrase par film, sans rien raconter',
   'Je tiens un carnet où je note, pour chaque film, une seule phrase qui ne dit rien de l’histoire. Pour Sezon Siklòn : « on entend la mer défaire ses valises ». Quelles seraient les vôtres ?')
) v (n, category, author, ago, views, kept, title, content)
join public.forum_categories c on c.name = v.category
join private.profiles p on p.username = v.author
order by v.n;

-- after: how long after the topic was opened. The trigger on forum_posts counts, and moves last_activity_at.
insert into public.forum_posts (id, topic_id, user_id, content, created_at, updated_at)
select
  ('b0000000-0000-4000-8000-'
    || lpad((v.topic * 100 + row_number() over (partition by v.topic order by v.after::interval))::text, 12, '0'))::uuid,
  t.id, p.id, v.content, t.created_at + v.after::interval, t.created_at + v.after::interval
from (values
  (1, 'manno', '3h', 'Mwen se Manno, mwen fè pwojeksyon Jakmèl depi tan kasèt yo. Dènye fim ki rete nan tèt mwen se Lanp Tèt Gridap. Mwen te pase l sou yon dra blan, ak bri dèlko a dèyè, epi pèsonn pa t leve anvan jenerik la fini.'),
  (1, 'darline', '7h', 'Darline, Brooklyn. I cut documentaries for a living and argue about commas in subtitles for free. I watch after the kids are asleep, headphones on.'),
  (1, 'jeanrobert', '1d 2h', 'Jean-Robert, à Paris depuis trop longtemps. Je suis venu pour un seul film, Les volets bleus, et je suis resté pour les discussions.'),
  (1, 'nadege', '2d', 'Nadège, Gonayiv. M ap etidye jeni sivil, men leswa m ap aprann montaj sou telefòn mwen. Koneksyon an fèb, kidonk mwen li fowòm nan plis pase mwen gade fim.'),
  (1, 'wilner', '5d', 'Wilner, Okap. Mwen jwe bas nan yon ti gwoup konpa. Si yon fim gen move mizik, m ap di sa isit la, ak respè.'),
  (1, 'member', '12d', 'Stanley, Miami. I understand my grandmother’s Kreyòl better than I speak it. Please be patient with me, I’m here to learn.'),
  (2, 'manno', '2h', 'Mwen te panse menm jan avè w, jouk mwen remake chapo a. Se menm chapo ki sou foto a nan kay la, nan premye sèn nan. Se pa chofè a, se papa l.'),
  (2, 'roseline', '5h', 'Se pa ni youn ni lòt. Pasaje a se wout la menm. Se li ki konnen tout non yo.'),
  (2, 'wilner', '1d', 'Roseline, fraz sa a ban m frison. Al koute son an: chak fwa pasaje a pale, motè a desann yon demi ton. Sa se travay serye.'),
  (2, 'darline', '1d 8h', 'The sound people deserve a prize. I went back with headphones: the engine really does drop each time he speaks, and it comes back a hair too slow.'),
  (2, 'subscriber', '3d', 'Moi, j’y ai vu le fils qu’il n’a pas emmené. Il lui parle comme à un enfant dans les deux premières scènes, et puis de moins en moins.'),
  (2, 'nadege', '4d', 'Ketsia, mwen pa t wè sa ditou. M ap tounen gade l yon twazyèm fwa, se fòt nou.'),
  (3, 'darline', '6h', 'There is one cut, hidden when her sleeve passes the lens on the second landing. I only found it because the dust moves differently. It is beautifully done.'),
  (3, 'jeanrobert', '9h', 'Je viens de revoir : la manche, oui. Vous m’avez gâché la magie et je vous en remercie.'),
  (3, 'subscriber', '1d', 'Ma mère vient de Port-Salut. Elle a mis sur pause pour me montrer la maison de sa marraine, au fond, à gauche. Nous n’avons jamais fini le film ce soir-là.'),
  (3, 'manno', '2d', 'Lè w ap monte yon eskalye ak yon kamera sou zepòl, se pye ki fè fim nan, se pa je. Moun sa yo te repete anpil.'),
  (4, 'roseline', '1h', 'It is the joke. Nan òtograf ofisyèl la nou ekri “leta”, san aksan. Pent lan mete de aksan paske li vle fè l sanble franse, epi tout fim nan chita sou sa.'),
  (4, 'jeanrobert', '4h', 'Et le plus drôle est que ce n’est pas du français non plus. Le peintre a inventé une troisième langue, celle des enseignes.'),
  (4, 'member', '6h', 'So the sign is wrong in two languages at once and parliament votes for it anyway. Now I have to watch it again.'),
  (4, 'darline', '1d', 'Look at the English subtitles: they keep both accents everywhere except when the schoolgirl reads the sign aloud. She is the only one who says the real word.'),
  (4, 'wilner', '2d', 'Elèv la se pi bèl pèsonaj nan fim nan. Twa minit, yon sèl fraz, epi tout moun ki te lakay mwen bat bravo.'),
  (4, 'roseline', '3d', 'Mwen montre sèn sa a nan klas mwen. Jou sa a, pa gen yon elèv ki fè fòt.'),
  (5, 'manno', '1h', 'Jakmèl, nou mete telefòn nan anlè, sou rebò fennèt la, epi nou pataje koneksyon an ak yon lòt aparèy anba a. Fennèt la fè diferans.'),
  (5, 'member', '5h', 'In my dorm it is the opposite problem, forty people on one router. Starting at the lowest quality and raising it after five minutes works better than starting high.'),
  (5, 'admin', '9h', 'Mèsi pou lis la, Nadège. Si yon fim kanpe twòp lakay ou, di nou ki fim, ki lè ak ki aparèy. Sa ede nou jwenn kote sa bloke a.'),
  (5, 'wilner', '2d', 'Okap, se lapli a ki deside. Lè l tonbe, mwen gade fim ki gen anpil dyalòg. Konsa, menm si imaj la kase, istwa a pase.'),
  (5, 'nadege', '2d 3h', 'Wilner, se menm lojik la ki fè mwen wè tout Radyo Katye nan yon semèn move tan.'),
  (5, 'subscriber', '6d', 'Pour ma tante, aux Cayes, j’ai trouvé la bonne heure : cinq heures du matin, avec le café. Elle dit que les films sont meilleurs à cette heure-là, et je commence à la croire.'),
  (6, 'darline', '4h', 'Before you cut anything, watch all ninety once with a notebook and write one word per clip: hands, smoke, laugh, mistake. Then put aside everything that has no word. You will have about thirty left, and those thirty already have an order.'),
  (6, 'manno', '8h', 'Kòmanse ak fen an. Chwazi dènye imaj la, sa ou vle moun nan pote lakay li. Apre sa, mande tèt ou ki imaj ki dwe vini anvan l.'),
  (6, 'nadege', '1d 2h', 'Mwen fè sa Darline di a. Rete trannkat. Dènye imaj la se men l k ap kouvri platin nan. Mèsi, mwen wè chemen an.'),
  (6, 'darline', '1d 5h', 'Hands covering the griddle is an ending. Do not add music yet. Listen to the grater first, that is your rhythm track.'),
  (6, 'wilner', '3d', 'Yon graj manyòk gen tanpo l, se prèske yon konpa dousman. Si ou bezwen yon bas apre, rele m.'),
  (7, 'wilner', '3h', 'Yo ekri l pou fim nan. Gita a akòde jan yo te konn fè l nan ane swasant yo, men batri a anrejistre tankou jodi a.'),
  (7, 'darline', '5h', 'Written for it. The credits say the band recorded it live in the hall, in one take, with the extras told to keep their shoes quiet.'),
  (7, 'subscriber', '8h', 'Quiet shoes at a konpa wedding. That is the real special effect.'),
  (7, 'manno', '3d', 'Lè tonton yo kanpe a, mwen kanpe tou, poukont mwen nan salon an.'),
  (8, 'jeanrobert', '2h', 'J’avais neuf ans, une salle qui sentait la pistache grillée et le vernis. La bande-son était cassée, et un monsieur du premier rang faisait toutes les voix. Je n’ai jamais su le vrai dialogue.'),
  (8, 'roseline', '7h', 'Nan lakou lekòl la, mè yo te pase yon fim sou lavi yon sen. Bobin nan te mete tèt anba. Nou te wè sen an mache nan syèl la, nou te kwè se te mirak la.'),
  (8, 'darline', '1d', 'Church basement in Flatbush, 1991, folding chairs. The aunties talked through the whole thing and it was better than the film.'),
  (8, 'wilner', '2d 4h', 'Papa m te konn ranmase tikè nan pòt la. Mwen te wè fen tout fim yo, men jamè kòmansman yo. Jouk jounen jodi a, mwen devine kòmansman.'),
  (8, 'nadege', '4d', 'Mwen poko janm wè youn sou gwo ekran. Tout fim mwen wè yo kenbe nan men m.'),
  (8, 'manno', '4d 2h', 'Nadège, lè ou pase Jakmèl, m ap tache dra a pou ou.'),
  (9, 'manno', '5h', 'Jakmèl te gen youn ki te rele Ti Zetwal, anba lapòs la. Te gen de kalite plas: chèz pou madanm yo, planch pou nou. Planch yo te pi pre ekran an.'),
  (9, 'subscriber', '1d', 'Ma mère parle d’une salle sans toit. On payait moins cher les soirs de pleine lune, parce qu’on voyait moins bien l’écran.'),
  (9, 'jeanrobert', '1d 4h', 'Le tarif de pleine lune. Celle-là, je la mets en premier.'),
  (9, 'roseline', '6d', 'Okay, gen youn ki tounen yon depo diri. Ekran an toujou la dèyè sak yo. Mwen wè l ak je m.'),
  (10, 'member', '3h', 'I was that kid. My grandmother paused after every scene and asked me what I thought had happened. I was wrong for a whole year, and then one day I wasn’t.'),
  (10, 'subscriber', '6h', 'On a commencé par Lekòl Bò Lanmè, dix minutes par soir, comme une histoire. À la fin, ils disaient « chita » au chat.'),
  (10, 'roseline', '1d', 'Chwazi fim kote moun ap fè bagay ak men yo: kwit manje, koud, pentire. Timoun nan konprann jès la, epi mo a antre poukont li.'),
  (10, 'darline', '2d', 'Ten minutes a night is exactly our attention span. We started yesterday. The little one now calls the boat “klas la”.'),
  (10, 'jeanrobert', '4d', 'Mes petits-enfants ont appris les gros mots d’abord, avec Bri Kouran. Je ne conseille pas la méthode, je constate qu’elle est efficace.'),
  (11, 'admin', '3h', 'Dakò avè w. Nou gen yon fèy de paj pou moun ki fè soutit pou nou: è, ò, an, en, on, ou, ch, j, epi pa gen apostwòf. Si ou jwenn yon fim ki pa swiv li, voye tit la ban nou.'),
  (11, 'darline', '8h', 'As an editor I second this. Please also agree on where the line breaks. “Li pa” on one line and “konnen” on the next changes the joke.'),
  (11, 'wilner', '1d', 'Mwen dakò pou dyalòg yo. Men pou chante yo, kite jan chantè a di l. Okap nou di “kinan m”; si ou ekri “pa m”, ou chanje chante a.'),
  (11, 'roseline', '1d 3h', 'Wilner, “kinan m” se kreyòl tou, li gen plas li. Mwen pa mande pou nou efase Nò a, mwen mande pou nou ekri l menm jan chak fwa.'),
  (11, 'nadege', '3d', 'Mwen te toujou kwè se mwen ki pa konn ekri. Alòske se soutit yo ki te chanje òtograf chak jou.'),
  (11, 'jeanrobert', '5d', 'J’ai appris à écrire le créole à soixante-huit ans, avec une grammaire et des sous-titres. Alors oui, de grâce, qu’ils soient justes.'),
  (12, 'roseline', '4h', 'Se pa Davilmar. Li siyen ak men gòch nan premye sezon an, epizòd kat, lè li resevwa manda a. Men sou imaj la, se men dwat.'),
  (12, 'manno', '5h', 'Roseline, ou ta dwe travay ak lapolis.'),
  (12, 'wilner', '1d', 'Se Sè Odilya. Gade jan li sispann chante nan epizòd twa a. Moun ki gen remò pa chante.'),
  (12, 'subscriber', '4d', 'La bague de Sœur Odilya est en or dans le premier épisode. J’ai vérifié, je n’ai pas dormi.'),
  (13, 'nadege', '1h', 'Madan Filo. Lè kouran an vini, se li ki rele pi fò, epi se li ki pa janm peye.'),
  (13, 'roseline', '3h', 'Mwen menm, se ti fi k ap fè devwa l anba limyè lari a. Se pa vwazen m, se mwen, an 1988.'),
  (13, 'member', '1d', 'My uncle in Hialeah is Bòs Anòl with a generator. He has never once admitted that the extension cord is his.'),
  (13, 'jeanrobert', '2d', 'Dans mon immeuble, à Paris, c’est l’ascenseur qui joue le rôle du courant. Même joie collective, mêmes coupables.'),
  (13, 'wilner', '2d 6h', 'Jean-Robert, fòk yo fè yon epizòd sou asansè ou a.'),
  (14, 'darline', '2h', 'Get closer. A cheap lapel mic at the collarbone beats an expensive one on the camera. And record one minute of the yard with nobody talking, you will need it to cover the cuts.'),
  (14, 'manno', '6h', 'Dimanch maten, ant sizè ak setè. Tout moun legliz, moto yo ap dòmi.'),
  (14, 'wilner', '1d', 'Si moto a pase sou yon bèl fraz, pa kanpe. Mande moun nan repete fraz la apre, epi mete dezyèm vwa a sou yon lòt imaj.'),
  (14, 'roseline', '3d', 'Merci à tous. Dimanche à six heures, micro à la clavicule : on entend jusqu’aux poules qui se retournent.'),
  (15, 'darline', '5h', 'They leave a hole. The drums sit low and wide, and the voices get the middle to themselves. Try it on a phone speaker: the drum nearly vanishes and every word is still there.'),
  (15, 'manno', '1d', 'Epi tanbouyè a ap tann. Li pa janm frape sou yon mo, li frape ant mo yo. Granmoun lontan te konn jwe konsa.'),
  (15, 'wilner', '1d 4h', '“Li frape ant mo yo.” M ap ekri sa sou mi sal repetisyon an.'),
  (16, 'admin', '4h', 'Not yet: a rental belongs to the account that paid for it. The simplest way today is to watch it together. Your wish is on our list.'),
  (16, 'member', '5h', 'Together it is. She will talk through it anyway.'),
  (17, 'jeanrobert', '3h', 'Les volets bleus, sans hésiter. Mais prévoyez du silence après, pas un plat qui refroidit.'),
  (17, 'roseline', '9h', 'Le dernier tap-tap. Moun ap ri, epi y ap pale. Apre Les volets bleus, pèsonn p ap pale.'),
  (17, 'manno', '1d', 'Gade tou de, epi manje nan mitan.'),
  (17, 'subscriber', '7d', 'Résultat : Le dernier tap-tap, six voix contre quatre. On a ri, on a parlé, et le griot n’a pas eu le temps de refroidir.'),
  (18, 'manno', '6h', 'Repons lan nan premye minit la. Konte konbyen chèz ki gen nan depo a.'),
  (18, 'darline', '8h', 'Five chairs. There are five chairs. I need to sit down.'),
  (18, 'wilner', '1d', 'Ou mèt chita sou senkyèm nan.'),
  (18, 'nadege', '3d', 'Mwen pa t wè senk chèz yo, mwen te wè kat moun k ap manti. Pou mwen fim nan twò long, men repons Wilner a fè m ri.'),
  (19, 'wilner', '4h', 'Mwen grandi nan pye Sitadèl la, Milo. Se premye fwa yon fim montre moun ki te pote wòch yo, pa sèlman moun ki te bay lòd la.'),
  (19, 'roseline', '1d', 'Mwen pase l an twa moso nan klas istwa. Elèv yo te vle konnen konbyen yon wòch konsa peze, kidonk nou te peze youn nan lakou a.'),
  (19, 'subscriber', '5d', 'La conteuse, à la fin, qui refuse de raconter parce qu’il y a une caméra, puis qui raconte quand même. J’y pense encore.'),
  (20, 'admin', '1d', 'I graded films for ten years before this. Leave the shadows alone, they are the night. Lift only the midtones of the face, a little, and take the green out of the highlights before you touch saturation.'),
  (20, 'manno', '1d 8h', 'Lanp Tèt Gridap te filme konsa, ak yon sèl flanm. Gade jan yo kite je a klere epi yo bliye rès la.'),
  (20, 'darline', '3d', 'Both right. I stopped trying to show the wall behind her, and suddenly she looks like herself.'),
  (21, 'darline', '2h', '“Yard” is the usual English and it is not enough. I tell people: the place where your business is everyone’s business, and so is your dinner.'),
  (21, 'roseline', '5h', 'Lakou a se kote ou pa bezwen frape pòt.'),
  (21, 'manno', '10h', 'Se kote yo antere kòd lonbrit ou. Ou mèt ale lwen, l ap tann ou.'),
  (21, 'member', '1d', 'I asked my grandmother. She said: “It is where they shout your name from.” I’m keeping that one.'),
  (21, 'jeanrobert', '1d 3h', '« L’endroit d’où l’on crie ton nom. » Je crois que nous avons la traduction.'),
  (21, 'nadege', '6d', 'Fraz grann Stanley a ta bon pou kòmanse yon fim.'),
  (22, 'wilner', '2h', 'Radyo Katye. Nan kenz minit l ap konnen tout bagay: mizik, blag, politik, vwazen.'),
  (22, 'jeanrobert', '5h', 'Le dernier tap-tap, parce que tout le monde y monte.'),
  (22, 'darline', '9h', 'Machann Solèy. It is old, it is funny, nobody explains anything, and you come out wanting oranges.'),
  (22, 'nadege', '1d', 'Fanm ak Panye. Si li pa renmen l, chanje kòlèg.'),
  (22, 'subscriber', '4d', 'Elle a choisi Machann Solèy à cause de l’affiche. Le lendemain, elle avait des oranges dans son sac.'),
  (23, 'darline', '5h', 'Please tell her that her laugh is the best cut in the film, and that it is not a cut at all.'),
  (23, 'manno', '1d', 'Di Filomiz Jakmèl salye l. Nou te pase fim nan nan mache a, machann yo te fè silans, sa pa janm rive.'),
  (23, 'roseline', '3d', 'Mwen di l sa. Li mande konbyen panye yo te vann jou pwojeksyon an.'),
  (23, 'subscriber', '8d', 'Voilà la meilleure critique de cinéma que j’aie lue cette année.'),
  (24, 'wilner', '3h', 'Premye kouplè a tradisyonèl, nou konn chante l Okap tou. Dezyèm nan, se pou fim nan yo ekri l: melodi a monte kote chante lontan yo desann.'),
  (24, 'roseline', '1d', 'Nan Sid la gen yon lòt dezyèm kouplè, ki pale de yon krab. Timoun yo pi renmen krab la.'),
  (24, 'nadege', '1d 2h', 'Krab la. Manman m kriye lè mwen li l sa. Se li li t ap chèche.'),
  (25, 'admin', '3h', 'Merci pour le signalement. Pouvez-vous nous dire quel film, et comment l’ordinateur est relié au poste ? Certains téléviseurs traitent l’image plus lentement que le son.'),
  (25, 'jeanrobert', '6h', 'La mer se souvient, par câble. J’ai coupé le mode « cinéma » du poste et tout est rentré dans l’ordre. L’ironie ne m’échappe pas.'),
  (25, 'admin', '7h', 'C’est noté pour la page d’aide, avec l’ironie.'),
  (26, 'admin', '2h', 'Please look in the spam folder first; some providers hold our first message back. Only the newest link works, the older ones stop.'),
  (26, 'member', '3h', 'Found it, between two newsletters I never asked for. Working now, thank you.'),
  (26, 'admin', '4h', 'Good. I’m locking this topic so that the answer stays easy to find; open a new one if it comes back.'),
  (27, 'nadege', '2h', 'Gonayiv, san yo pa pale ni de 1804 ni de inondasyon. Jis yon fi k ap tann yon bis.'),
  (27, 'roseline', '6h', 'Jeremi. Letters to Jérémie soti Boston, li rive sou plas la nan dènye senk minit yo. Mwen vle rès la.'),
  (27, 'darline', '1d', 'Port-de-Paix. My father’s stories all happen there and I have never seen one street of it.'),
  (27, 'jeanrobert', '1d 6h', 'Hinche. Tout le Plateau, d’ailleurs. On dirait que nos caméras ont peur de tourner le dos à la mer.'),
  (27, 'manno', '3d', 'Nadège, ou fèk ekri premye fraz fim ou a.'),
  (28, 'darline', '3h', 'Send it. I read Kreyòl slowly, but I read it.'),
  (28, 'manno', '5h', 'Voye l ban mwen tou. Mwen gen de aktris ak yon ban bwa.'),
  (28, 'wilner', '1d', 'Si bis la gen yon radyo, mwen pran mizik la. Si bis la pa vini, mwen pran silans lan tou.'),
  (28, 'nadege', '2d', 'Mwen resevwa nòt nou yo. Dezyèm vèsyon an gen uit paj, epi gen yon radyo nou tande men nou pa janm wè.'),
  (29, 'nadege', '1h', 'Yon epizòd Bri Kouran, pou nou ri tèt nou.'),
  (29, 'manno', '2h', 'Pou timoun yo, Lekòl Bò Lanmè. Pou granmoun yo, Lanp Tèt Gridap, men pa sou menm telefòn nan: batri a p ap kenbe.'),
  (29, 'member', '9h', 'The Kite Season is gentle. The umbrella scene kept my cousins quiet for the first time this year.'),
  (29, 'roseline', '1d', 'Nou te gade Bri Kouran, epi The Kite Season. Kouran an tounen nan mitan yon blag, epi timoun yo mande m etenn limyè yo.'),
  (29, 'wilner', '1d 3h', 'Pa gen senaris ki ta ka ekri yon pi bèl fen.'),
  (30, 'nadege', '2h', 'Enspektè a bon. Jounalis la pale tankou yon moun ki aprann kreyòl nan liv, men petèt se pèsonaj li ki konsa.'),
  (30, 'darline', '6h', 'The switching is right: he swears in Kreyòl and lies in English. I do the opposite.'),
  (30, 'wilner', '1d', 'Dokè yo pale tankou moun Pòtoprens, pa tankou aktè. Se sa ki fè m rete jouk nan fen.'),
  (31, 'roseline', '1h', '“Gatfim”? Non, m ap jwe. Ekri “fen an ladan l”, tout moun ap konprann.'),
  (31, 'manno', '4h', 'Lontan nou te konn di “pa vann fim nan”. Moun ki rakonte fen an se yon vandè fim.'),
  (31, 'darline', '5h', '“Pa vann fim nan.” That is better than the English. Adopted.'),
  (31, 'jeanrobert', '20h', 'En français, nous avons « divulgâcher », qui a le défaut d’exister.'),
  (32, 'roseline', '8h', 'Mwen sere l pou vandredi swa. Pa vann fim nan, tanpri.')
) v (topic, author, after, content)
join public.forum_topics t on t.id = ('f0000000-0000-4000-8000-' || lpad(v.topic::text, 12, '0'))::uuid
join private.profiles p on p.username = v.author
order by v.topic, v.after::interval;

-- Two months of watching, so that the statistics show something: members of the forum, and visitors for what is free.
with films as (
  select m.id, m.is_free, coalesce(m.duration, 90) as minutes, row_number() over (order by m.id) as k, count(*) over () as many
  from public.movies m where m.published
), people as (
  select p.id, row_number() over (order by p.username) as k, count(*) over () as many
  from private.profiles p where p.username in ('nadege', 'roseline', 'manno', 'darline', 'jeanrobert', 'wilner')
)
insert into public.watch_sessions (id, user_id, movie_id, day, furthest, duration, seconds_watched)
select gen_random_uuid(), case when f.is_free and n % 2 = 0 then null else p.id end, f.id, current_date - d,
  60 * w.watched, 60 * f.minutes, 60 * w.watched
from generate_series(0, 59) d
  cross join generate_series(1, 8) n
  join films f on f.k = 1 + (d * 5 + n * n * 3) % f.many
  join people p on p.k = 1 + (d + n * 2) % p.many
  cross join lateral (select least(f.minutes, 20 + (d * 13 + n * 29) % 100) as watched) w
where n <= 2 + (d * 7) % 5 + case when extract(isodow from current_date - d) >= 6 then 2 else 0 end;

-- The demo's exchange rate; accountants change it at /admin/payments.
insert into public.exchange_rates (rate, rate_date, source) values (131.25, '2026-11-02', 'Demo');
