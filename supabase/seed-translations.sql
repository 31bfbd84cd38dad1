-- The demo world in other languages. Runs once, after seed.sql.

update public.movie_categories c set
  name_translations = jsonb_build_object('ht', v.name_ht, 'fr', v.name_fr, 'es', v.name_es),
  description_translations = jsonb_build_object('ht', v.description_ht, 'fr', v.description_fr, 'es', v.description_es)
from (values
  ('Drama',
   'Dram', 'Fanmi, chwa, ak sa moun pa di sou tab la',
   'Drame', 'Des familles, des choix, et ce qu’on tait à table',
   'Drama', 'Familias, decisiones y lo que se calla en la mesa'),
  ('Comedy',
   'Komedi', 'Vwazen, minis, kòk ak lòt zafè serye',
   'Comédie', 'Des voisins, des ministres, des coqs et autres affaires sérieuses',
   'Comedia', 'Vecinos, ministros, gallos y otros asuntos serios'),
  ('Romance',
   'Lanmou', 'Lèt, maryaj, ak moun ki te dwe pale pi bonè',
   'Romance', 'Des lettres, des noces, et des gens qui auraient dû parler plus tôt',
   'Romance', 'Cartas, bodas y gente que debió hablar antes'),
  ('Documentary',
   'Dokimantè', 'Moun tout bon, filme ak pasyans',
   'Documentaire', 'De vraies gens, filmés avec patience',
   'Documental', 'Gente real, filmada con paciencia'),
  ('Music',
   'Mizik', 'Konpa, tanbou, bann kanaval ak radyo vwazen an',
   'Musique', 'Konpa, tambours, bandes de carnaval et la radio d’à côté',
   'Música', 'Konpa, tambores, comparsas y la radio del vecino'),
  ('Fantasy',
   'Fantastik', 'Gwo pyebwa, lalin plenn ak istwa moun rakonte leswa',
   'Fantastique', 'De vieux arbres, des pleines lunes et des contes d’après le coucher du soleil',
   'Fantasía', 'Árboles viejos, lunas llenas y cuentos de la noche'),
  ('Thriller',
   'Sispans', 'Wout nan nwit, tanpèt k ap vini, sekrè ki koute chè',
   'Thriller', 'Des routes de nuit, des tempêtes en chemin, des secrets qui coûtent',
   'Suspenso', 'Caminos de noche, tormentas que se acercan, secretos que cuestan'),
  ('Family',
   'Fanmi', 'Pou tout lakou a, depi pi piti jouk pi gran',
   'Famille', 'Pour toute la cour, du plus petit au plus âgé',
   'Familia', 'Para todo el patio, del más pequeño al mayor'),
  ('History',
   'Istwa', 'Kote wòch yo soti ak kiyès ki te pote yo',
   'Histoire', 'D’où venaient les pierres, et qui les a portées',
   'Historia', 'De dónde vinieron las piedras y quién las cargó'),
  ('Crime',
   'Krim', 'Kat, kontenè ak lajan lòt moun',
   'Policier', 'Des cartes, des conteneurs et l’argent des autres',
   'Crimen', 'Cartas, contenedores y dinero ajeno')
) v (name, name_ht, description_ht, name_fr, description_fr, name_es, description_es)
where c.name = v.name;

update public.forum_categories c set
  name_translations = jsonb_build_object('ht', v.name_ht, 'fr', v.name_fr, 'es', v.name_es),
  description_translations = jsonb_build_object('ht', v.description_ht, 'fr', v.description_fr, 'es', v.description_es)
from (values
  ('Films & Series',
   'Fim ak seri', 'Fen, teyori, pi bèl sèn. Avèti moun anvan ou di kijan sa fini',
   'Films et séries', 'Fins, théories, scènes préférées. Prévenez avant de raconter la fin',
   'Películas y series', 'Finales, teorías, escenas favoritas. Avisa antes de contar cómo termina'),
  ('Music',
   'Mizik', 'Konpa, twoubadou, tanbou, ak sa k ap jwe anba jenerik la',
   'Musique', 'Konpa, twoubadou, tambours, et ce qui joue pendant le générique',
   'Música', 'Konpa, twoubadou, tambores y lo que suena en los créditos'),
  ('Kreyòl & Language',
   'Kreyòl ak lang', 'Òtograf, soutit, ak mo ki refize tradwi',
   'Créole et langues', 'Orthographe, sous-titres, et mots qui refusent d’être traduits',
   'Criollo e idiomas', 'Ortografía, subtítulos y palabras que no se dejan traducir'),
  ('Making Films',
   'Fè fim', 'Filme, son, montaj, ekri, ak sa ki anba men',
   'Faire des films', 'Tournage, son, montage, écriture, avec les moyens du bord',
   'Hacer cine', 'Rodaje, sonido, montaje, guion, con lo que haya a mano'),
  ('Diaspora',
   'Dyaspora', 'Gade de lwen, epi gade ansanm',
   'Diaspora', 'Regarder de loin, et regarder ensemble',
   'Diáspora', 'Ver desde lejos y ver juntos'),
  ('Help',
   'Èd', 'Lè yon bagay pa jwe, oswa yon peman pa pase',
   'Aide', 'Quand quelque chose ne se lit pas, ou ne se paie pas',
   'Ayuda', 'Cuando algo no se reproduce o no se puede pagar')
) v (name, name_ht, description_ht, name_fr, description_fr, name_es, description_es)
where c.name = v.name;

-- The other films show that a synopsis without a translation is shown in its own language.
update public.movies m set title_translations = v.titles::jsonb, description_translations = v.descriptions::jsonb
from (values
  ('Wout Mòn Nwa', '{"fr": "La route de Morne-Noir", "es": "El camino de Monte Negro"}', '{
    "fr": "Klodèl doit descendre une charge de café avant l’aube, sur une route que la pluie dévore. À côté de lui, un passager inconnu raconte l’histoire du dernier chauffeur passé par là. À chaque virage il y a une croix, et l’une d’elles porte son nom.",
    "es": "Klodèl tiene que bajar una carga de café antes del amanecer, por un camino que la lluvia se está comiendo. A su lado, un pasajero desconocido le cuenta la historia del último chofer que pasó por ahí. En cada curva hay una cruz, y una de ellas lleva su nombre."}'),
  ('Machann Solèy', '{"fr": "La marchande de soleil", "es": "La vendedora de sol"}', '{
    "en": "At the market Asefi sells sweet oranges that she calls “little suns”. When a big company buys up all the gardens, she decides to sell something else: light itself, in small boxes, with a guarantee against rain. The whole market laughs, until people start to queue.",
    "fr": "Au marché, Asefi vend des oranges douces qu’elle appelle ses « petits soleils ». Quand une grande compagnie achète tous les jardins, elle décide de vendre autre chose : la lumière elle-même, en petites boîtes, garantie contre la pluie. Tout le marché rit, jusqu’à ce que la file s’allonge.",
    "es": "En el mercado, Asefi vende naranjas dulces que llama “solecitos”. Cuando una gran compañía compra todos los huertos, decide vender otra cosa: la luz misma, en cajitas, con garantía contra la lluvia. Todo el mercado se ríe, hasta que la gente empieza a hacer fila."}'),
  ('La mer se souvient', '{"ht": "Lanmè a pa bliye", "es": "El mar recuerda"}', '{
    "ht": "Lè papa l mouri, yon gadyen fa ki etenn depi trant an, Ludivine tounen Pòsali pou vann kay la. Anndan lantèn nan li jwenn kaye kote papa l te ekri chak swa non yon bato ak non yon moun ki pa t tounen. Lanmè a menm pa bliye anyen.",
    "en": "When her father dies, the keeper of a lighthouse that has been dark for thirty years, Ludivine comes back to Port-Salut to sell the house. In the lantern room she finds notebooks in which he wrote down, every evening, the name of a boat and of somebody who had not come home. The sea has forgotten nothing.",
    "es": "A la muerte de su padre, guardián de un faro apagado desde hace treinta años, Ludivine vuelve a Port-Salut para vender la casa. En la linterna encuentra cuadernos donde él anotaba cada noche el nombre de un barco y el de alguien que no había regresado. El mar no ha olvidado nada."}'),
  ('Salt Wind', '{"ht": "Van Sale", "fr": "Vent de sel", "es": "Viento de sal"}', '{
    "ht": "Lè kannòt yon etranje echwe nan salin yo bò Ansewouj, Ismèn kache mesye li jwenn ladan l lan epi li di bouk la li nwaye. Van an vire, achtè yo rive bonè, epi yon moun kòmanse peye pou repons. Yon sispans ki pran tan l, sou sa yon ti kote dakò pou l pa wè.",
    "fr": "Quand la barque d’un étranger s’échoue dans les salines d’Anse-Rouge, Ismène cache l’homme qu’elle y trouve et dit au village qu’il s’est noyé. Le vent tourne, les acheteurs arrivent en avance, et quelqu’un commence à payer pour des réponses. Un thriller lent et lumineux sur ce qu’un petit village choisit de ne pas voir.",
    "es": "Cuando el bote de un extraño encalla en las salinas de Anse-Rouge, Ismène esconde al hombre que encuentra y le dice al pueblo que se ahogó. El viento cambia, los compradores llegan antes de tiempo y alguien empieza a pagar por respuestas. Un thriller lento y luminoso sobre lo que un lugar pequeño decide no ver."}'),
  ('Létà', '{}', '{
    "en": "A painter puts two accents too many on the ministry’s sign, and nobody dares to tell the minister. Instead of correcting the sign they pass a law that changes the word. A satire about those who know, those who sign, and those who pay for the paint.",
    "fr": "Un peintre met deux accents de trop sur l’enseigne du ministère, et personne n’ose le dire au ministre. Au lieu de corriger l’enseigne, on vote une loi qui change le mot. Une satire sur ceux qui savent, ceux qui signent et ceux qui paient la peinture.",
    "es": "Un pintor pone dos acentos de más en el letrero del ministerio, y nadie se atreve a decírselo al ministro. En lugar de corregir el letrero, se vota una ley que cambia la palabra. Una sátira sobre los que saben, los que firman y los que pagan la pintura."}')
) v (title, titles, descriptions)
where m.title = v.title;

update public.series s set description_translations = '{
    "en": "Four old people live in a lakou that a company wants to buy. They have no deeds and no money, but they know the story of every tree and the name of everybody buried beneath it. A series about what we leave to our children, and what we keep.",
    "fr": "Quatre vieux vivent dans une cour qu’une compagnie veut acheter. Ils n’ont ni titre ni argent, mais ils connaissent l’histoire de chaque arbre et le nom de chaque personne enterrée dessous. Une série sur ce qu’on laisse à ses enfants, et ce qu’on garde.",
    "es": "Cuatro ancianos viven en un patio que una compañía quiere comprar. No tienen títulos ni dinero, pero conocen la historia de cada árbol y el nombre de cada persona enterrada debajo. Una serie sobre lo que dejamos a nuestros hijos y lo que guardamos."}'
where s.title = 'Lakou Gran Moun';
