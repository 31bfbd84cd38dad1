import type { FaqText } from '../text.ts';

export const faq: FaqText = {
  title: 'Kesyon yo poze souvan',
  intro: ['Men repons kout pou kesyon moun poze nou pi souvan. Si pa ou a pa ladan, [ekri nou](/contact).'],
  groups: [
    {
      id: 'start',
      heading: 'Pou kòmanse',
      questions: [
        {
          id: 'what-is-lakou',
          question: 'Kisa Lakou ye?',
          answer: [
            'Lakou se yon kay pou fim ak seri ayisyen, ak yon fowòm bò kote l. An Ayiti, lakou a se espas tout yon fanmi pataje. Se sa ki lide a: ou vin pou gade, ou rete pou pale.',
          ],
        },
        {
          id: 'need-account',
          question: 'Èske mwen bezwen yon kont?',
          answer: [
            'Pa pou tout bagay. San kont, ou ka fè yon ti vizit, louvri paj chak tit, li fowòm nan epi gade tout tit ki make gratis.',
            'Avèk yon kont, ki pa koute anyen, ou ka kenbe yon lis fim ou vle gade tou, ekri kritik, ekri nan fowòm nan, epi abòne, achte oswa lwe. [Enskri](/register) pran yon minit sèlman.',
          ],
        },
        {
          id: 'devices',
          question: 'Sou ki aparèy mwen ka gade, e sou konbyen ansanm?',
          answer: [
            'Sou nenpòt telefòn, tablèt, òdinatè oswa televizyon ki gen yon navigatè resan. Ou pa bezwen enstale anyen. Si ou vle, navigatè ou ka mete Lakou sou ekran dakèy ou tankou yon aplikasyon.',
            'Ak yon sèl kont ou ka gade sou twa ekran an menm tan. Si yon katriyèm kòmanse, ou ka fèmen youn nan lòt yo.',
          ],
        },
        {
          id: 'languages',
          question: 'Ki lang Lakou pale?',
          answer: [
            'Kreyòl ayisyen, franse, anglè ak panyòl. Ou ka chanje lang anlè oswa anba chak paj. Chak fim pase nan lang orijinal li, ak soutit lè tit la genyen.',
          ],
        },
      ],
    },
    {
      id: 'watching',
      heading: 'Gade fim',
      questions: [
        {
          id: 'who-may-watch',
          question: 'Kisa mwen gen dwa gade?',
          answer: [
            'Tit gratis yo se pou tout moun, menm san kont. Tout lòt tit yo louvri avèk yon abònman, ki louvri tout katalòg la. Ou ka achte anpil ladan yo tou, oswa lwe yo pou 48 èdtan; paj chak tit di sa. Sa ou achte oswa lwe, ou ka gade l san abònman.',
          ],
        },
        {
          id: 'rental-time',
          question: 'Kilè 48 èdtan yon lokasyon kòmanse?',
          answer: [
            'Premye fwa ou peze bouton an pou gade, oswa ou telechaje l sou yon aparèy, epi pi ta 30 jou apre peman ou. Toutotan yo poko fini, ou ka gade kantite fwa ou vle.',
          ],
        },
        {
          id: 'own-forever',
          question: 'Èske yon fim mwen achte rete pou mwen tout bon vre?',
          answer: [
            'Wi. Ou ka gade l sou Lakou kantite fwa ou vle, san dat limit e san ou pa peye anyen anplis. Si tit la kite katalòg la, lòt moun pa ka achte l ankò, men li rete la pou ou.',
            'An n pale franchman: se dwa pou gade a ou achte, se pa yon fichye, e nou ka montre sèlman sa lalwa pèmèt nou montre. [Kondisyon yo](/terms) di sa k ap pase nan kèk grenn sikonstans kote sa ka fini.',
          ],
        },
        {
          id: 'slow-connection',
          question: 'Koneksyon mwen lant. Èske mwen ka gade kanmenm?',
          answer: [
            'Wi, nou fè Lakou pou koneksyon ki lant yo tou. Imaj la kòmanse piti epi li vin pi klè selon sa koneksyon ou ka bay. Si liy lan koupe, lektè a tann, epi li kontinye kote ou te ye a.',
            'Lektè a gen yon mòd pou ekonomize done, pou lè chak mega konte, ak yon mòd son sèlman, pou lè koneksyon an ka pote son an sèlman.',
          ],
        },
        {
          id: 'download',
          question: 'Èske mwen ka telechaje fim yo?',
          answer: [
            'Wi, ak yon kont: sa ou ka gade, ou ka kenbe l sou aparèy ou. Peze Telechaje sou paj fim nan epi chwazi yon gwosè; apre sa fim nan jwe nan Telechajman mwen yo, menm san koneksyon.',
            'Telechajman yo chifre epi yo jwe sèlman sou aparèy sa a. Fòk yo renouvle detanzantan: konekte yon ti moman omwen chak 14 jou, oswa chak 30 jou pou fim ou achte. Yon fim ou lwe jwe jiskaske lokasyon an fini.',
          ],
        },
        {
          id: 'not-playing',
          question: 'Yon fim pa vle jwe. Kisa mwen ka fè?',
          answer: [
            'Si paj la di videyo a pa disponib, fim nan poko pare. Sinon, rechaje paj la, chwazi yon kalite ki pi ba nan lektè a, oswa eseye yon lòt navigatè.',
            'Si li pa jwe toujou, [di nou](/contact) tit la, aparèy ou ak navigatè ou. Si ou te peye pou li e nou pa rive ranje sa, n ap remèt ou lajan ou.',
          ],
        },
      ],
    },
    {
      id: 'paying',
      heading: 'Abònman ak peman',
      questions: [
        {
          id: 'plan-prices',
          question: 'Konbyen yon abònman koute?',
          answer: [
            '$3.99 pa mwa oswa $43.89 pa ane, an dola ameriken. Abònman pa ane a se douz mwa pou pri onz. Toulede ba ou menm bagay la: tout fim ak tout seri nan katalòg la, san piblisite.',
          ],
        },
        {
          id: 'title-prices',
          question: 'Konbyen sa koute pou achte oswa lwe yon sèl tit?',
          answer: [
            'Chak tit ou ka achte oswa lwe montre pri pa l. Si paj la pa di yon lòt bagay, yon fim koute $9.99 pou achte ak $4.99 pou lwe, epi yon seri koute $19.99 pou achte ak $9.99 pou lwe. Yon seri vini ak tout epizòd li yo.',
          ],
        },
        {
          id: 'how-to-pay',
          question: 'Kijan mwen ka peye?',
          answer: [
            'Paj peman an montre mwayen ki disponib pou ou yo. Kat bank yo pase pa Stripe. Kote yo ofri yon bous mobil tankou MonCash, ou peye an goud ak bous ou, epi ou wè kantite lajan an anvan ou konfime. Nimewo kat ou ak kòd PIN ou pa janm rive jwenn nou.',
          ],
        },
        {
          id: 'still-locked',
          question: 'Mwen peye, men fim nan bloke toujou. Kisa pou m fè?',
          answer: [
            'Yon peman konte depi konpayi peman an konfime l ban nou. Dabitid sa pran kèk segonn, epi paj la mete tèt li ajou. Si sa pran plis tan, tanpri pa peye de fwa: [ekri nou](/contact) ak dat la ak kantite lajan an, epi n ap mande konpayi a.',
          ],
        },
        {
          id: 'cancel',
          question: 'Kijan pou mwen sispann abònman mwen?',
          answer: [
            'Nenpòt lè, sou paj kote acha ou yo ak abònman ou ye a, oswa lè ou [ekri nou](/contact). Sa pa koute anyen, epi ou ka gade jouk tan ou te peye a fini.',
          ],
        },
        {
          id: 'refund',
          question: 'Èske mwen ka jwenn lajan mwen tounen?',
          answer: [
            'Wi, si yon bagay ou peye pa jwe e nou pa rive ranje l. Si ou achte oswa lwe pa erè, [ekri nou](/contact) nan 14 jou, anvan ou kòmanse gade. Lè nou remèt lajan an, dwa pou gade a fini tou.',
          ],
        },
        {
          id: 'advertising',
          question: 'Poukisa mwen wè piblisite?',
          answer: [
            'Vizitè yo ak manm ki pa gen abònman wè kèk banyè; yo ede nou kenbe tit gratis yo gratis. Moun ki abòne pa wè okenn. Piblisite nou pa swiv pèsonn: [règ sou enfòmasyon prive yo](/privacy) esplike kijan sa mache.',
          ],
        },
      ],
    },
    {
      id: 'community',
      heading: 'Kominote a',
      questions: [
        {
          id: 'forum-rules',
          question: 'Ki règ fowòm nan genyen?',
          answer: [
            'Pale jan ou ta pale nan lakou a: ak kè louvri epi ak respè. Diskite sou fim, pa atake moun. Pa gen joure, pa gen menas, pa gen spam, pa gen kopi pirat, pa gen detay prive sou lòt moun, epi avèti anvan ou rakonte kijan yon fim fini. Tout règ yo nan [kondisyon yo](/terms).',
          ],
        },
        {
          id: 'delete-post',
          question: 'Èske mwen ka retire yon bagay mwen te ekri?',
          answer: [
            'Wi. Ou ka efase pwòp sijè ou ak pwòp repons ou. Si ou efase yon sijè, tout repons ki ladan yo disparèt tou.',
          ],
        },
        {
          id: 'reviews',
          question: 'Kijan kritik yo mache?',
          answer: [
            'Chak manm gen yon kritik pa fim oswa seri: soti nan youn rive nan senk zetwal, ak tèks oswa san tèks. Ou ka chanje oswa efase pa ou a nenpòt lè sou paj tit la. Nòt ou wè a se mwayèn sa manm yo bay tout bon; yon fim ki poko gen kritik pa montre nòt.',
          ],
        },
        {
          id: 'film-makers',
          question: 'Mwen fè yon fim. Kijan li ka rive sou Lakou?',
          answer: [
            'N ap kontan tande sa. [Ekri nou](/contact) ak tit la, de twa mo sou fim nan ak yon fason pou nou wè l. Tanpri, pwopoze sèlman fim ki pou ou, ak tout dwa yo.',
          ],
        },
      ],
    },
    {
      id: 'account',
      heading: 'Kont ou ak done ou',
      questions: [
        {
          id: 'forgot-password',
          question: 'Mwen bliye modpas mwen. Kisa pou m fè?',
          answer: [
            'Sou [paj koneksyon an](/login), klike sou lyen pou modpas bliye a epi bay adrès imèl ou. N ap voye yon lyen ba ou pou ou mete yon nouvo modpas ki gen omwen 8 karaktè. Si ou pa jwenn imèl la, gade anvan nan kourye endezirab yo.',
          ],
        },
        {
          id: 'private-profile',
          question: 'Kiyès ki ka wè pwofil mwen?',
          answer: [
            'Chak nouvo pwofil piblik: tout moun ka wè non ou, non itilizatè ou, foto ou, sa ou di sou tèt ou, depi kilè ou manm, ak kritik ou ak sijè ou yo. Nimewo telefòn ou ak dat nesans ou, se ou menm ak administratè nou yo sèlman ki wè yo, epi lis fim ou vle gade a, se ou menm sèl.',
            'Ou ka mete pwofil ou prive nenpòt lè, sou [paj pwofil ou](/profile). Apre sa, lòt moun wè sèlman non itilizatè ou ak foto ou, bò kote sa ou ekri nan fowòm nan ak nan kritik yo.',
          ],
        },
        {
          id: 'export-delete',
          question: 'Èske mwen ka pran done mwen oswa efase kont mwen?',
          answer: [
            'Toulede, sou paj kont ou. Sa ou telechaje a se yon sèl fichye ak tout sa nou genyen sou ou. Lè ou efase kont lan, aksè ou, pwofil ou, imaj ou, lis ou ak kritik ou efase nèt. Mesaj ou nan fowòm nan rete san non ou, epi rejis peman yo rete san done pèsonèl ou. Tanpri, sispann abònman k ap mache a anvan.',
          ],
        },
      ],
    },
  ],
};
