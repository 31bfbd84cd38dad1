import type { DocumentText } from '../text.ts';

export const privacy: DocumentText = {
  title: 'Règ sou enfòmasyon prive',
  version: '2026-11',
  effective: '2026-11-15',
  intro: [
    'An de mo: nou kenbe sa Lakou bezwen pou li mache pou ou, e nou pa kenbe anyen pou piblisite pèsonn. Nou pa vann done ou, e nou pa swiv ou sou entènèt. Men tout detay yo.',
  ],
  sections: [
    {
      id: 'who',
      heading: 'Kiyès ki responsab',
      paragraphs: [
        'Moun k ap fè Lakou mache yo, pa lapòs nan adrès {address}. Pou tout sa ki konsène done ou, ekri nan {email} oswa pase sou [paj kontak la](/contact).',
      ],
    },
    {
      id: 'what-we-keep',
      heading: 'Sa nou kenbe, e poukisa',
      paragraphs: [
        'Si ou gen yon kont, nou kenbe:',
        {
          list: [
            'adrès imèl ou, ak modpas ou sou yon fòm kode nou menm nou pa ka li. Si ou pase pa Google oswa Facebook, yo voye ban nou non ou, adrès imèl ou ak adrès foto ou;',
            'pwofil ou: non itilizatè ou, ke nou fòme okòmansman ak sa ki anvan @ nan adrès imèl ou, ak tout sa ou ajoute, tankou non, foto, de twa mo sou ou, kote ou ye, sit entènèt, metye, sa ki enterese ou, nimewo telefòn ak dat nesans;',
            'ki vèsyon kondisyon yo ou aksepte, ak kilè;',
            'lis fim ou vle gade a, kritik ou yo, sijè, repons ak reyaksyon ou nan fowòm nan, ak ki notifikasyon ou vle;',
            'sa ou gade ak ki kote ou rive, pou ou ka kontinye kote ou te kanpe a;',
            'kòmand, acha, lokasyon ak abònman ou;',
            'aparèy ki konekte yo: depi kilè, ak ki navigatè, sou ki adrès rezo;',
            'yon jounal sekirite sou chanjman nan kont yo, tankou yon nouvo kont oswa yon nouvo modpas: nimewo kont, lè, ak adrès rezo, san non e san adrès imèl.',
          ],
        },
        'Si ou ekri nou sou paj kontak la, nou kenbe non ou, adrès imèl ou ak mesaj ou pou nou ka reponn ou, epi yon kopi rive jwenn nou pa imèl.',
        'Tout sa sèvi nou pou nou ba ou sa ou mande, pou nou kenbe kontablite nou jan lalwa mande l, epi pou nou pwoteje Lakou ak manm li yo. Sa ou ajoute nan pwofil ou paske ou vle, ou ka retire l nenpòt lè.',
      ],
    },
    {
      id: 'what-others-see',
      heading: 'Sa lòt moun ka wè',
      paragraphs: [
        'Fowòm nan ak kritik yo piblik. Tout moun ka li yo, motè rechèch yo tou, ak non itilizatè ou ak foto ou bò kote yo.',
        'Chak nouvo pwofil piblik. Tout moun ka wè non ou, non itilizatè ou, foto ou, sa ou di sou tèt ou, kote ou ye, sit entènèt ou, metye ou ak sa ki enterese ou, depi kilè ou manm, ak lis kritik ou ak sijè ou yo. Nimewo telefòn ak dat nesans, se ou menm ak administratè nou yo sèlman ki wè yo; lis fim ou vle gade a ak sa ou gade, se ou menm sèl.',
        'Ou ka mete pwofil ou prive nenpòt lè. Apre sa, lòt manm yo wè sèlman non itilizatè ou ak foto ou, e sèlman bò kote sa ou ekri an piblik. Se baz done a menm ki kache rès la, se pa ekran an sèlman. Administratè nou yo ka wè l toujou, paske se yo ki pou okipe kont yo.',
      ],
    },
    {
      id: 'counting',
      heading: 'Kijan nou konte konbyen moun ki gade',
      paragraphs: [
        'Yon sijè nan fowòm nan konte chak moun ki li l yon fwa pa jou. Pou vizitè ki pa gen kont, nou melanje adrès rezo a ak yon nimewo sekrè, chwazi pa aza, ki nouvo chak jou, epi nou kenbe sèlman anprent ki soti ladan l. Nou pa anrejistre adrès la limenm. Lè jounen an fini, nou jete nimewo a ak anprent yo, konsa pèsonn pa ka chèche konnen apre sa kiyès ki te la. Pou manm yo, nou note nimewo kont lan, epi nou bliye l lè jounen an fini.',
        'Se konsa tou nou konte, pandan yon ti tan, konbyen fwa yon moun eseye yon modpas oswa voye yon mesaj, pou pèsonn pa ka devine modpas ni anvayi nou ak mesaj.',
      ],
    },
    {
      id: 'payments',
      heading: 'Peman yo',
      paragraphs: [
        'Ou peye nan men yon konpayi peman: Stripe, oswa yon bous mobil tankou MonCash kote nou ofri l. Nimewo kat ou ak kòd PIN ou rete nan men li. Nou bay konpayi a yon nimewo kòmand ak kantite lajan an, epi nou bay Stripe adrès imèl ou tou, pou peman an ka jwenn kont ou.',
        'Konpayi a di nou si peman an pase, kantite lajan an ak referans li. Yon bous mobil ka di nou tou ki nimewo telefòn ki peye; nou pa ekri l nan liv kont nou.',
        'Chak peman se yon liy nan liv kont nou: kòmand, kantite, kalite lajan, konpayi, referans ak lè. Liy sa yo pa janm chanje e yo pa janm retire. Toutotan ou gen yon kont, kòmand ou yo mare ak li. Lè ou efase l, lyen sa a koupe, epi liv kont nou pa di kiyès ki te peye ankò. Konpayi peman an kenbe pwòp rejis pa l, daprè pwòp règ pa l.',
        'Si ou te gen yon esè gratis oswa yon abònman, nou kenbe pandan twazan yon anprent adrès imèl ou oswa nimewo telefòn ou, menm apre ou efase kont ou, pou yon moun gen yon sèl esè. Pèsonn pa ka li adrès la ladan l.',
      ],
    },
    {
      id: 'cookies',
      heading: 'Cookies ak memwa navigatè ou',
      paragraphs: [
        'Cookies se ti nòt yon sit kite nan navigatè ou. Nou mete sèlman sa Lakou bezwen yo:',
        {
          list: [
            'lang ou, pou yon ane;',
            'tèm ou, klè oswa fonse, pou yon ane;',
            'yon siy koneksyon, pou yon ane: li di sèvè nou an ki antèt pou l desine, e li pa louvri anyen;',
            'si ou konekte san ou pa mande pou nou sonje ou, yon mak ki ale lè navigatè a fèmen, pou sesyon ou fini avè l;',
            'si ou konekte anvan aplikasyon an fin chaje, oswa san JavaScript, sesyon ou, chifre, pou inèdtan pou pi plis, jouk aplikasyon an pran l;',
            'pandan w ap gade, yon kle ki mare fim nan ak navigatè ou.',
          ],
        },
        'Koneksyon an limenm rete nan memwa navigatè ou jouk ou dekonekte. Tèks ou poko voye ka rete la tou, ansanm ak fim ou telechaje yo, chifre. Pa gen cookies pou swiv moun, pa gen cookies piblisite, ni kontè lòt konpayi. Se pou sa nou pa mande ou aksepte cookies.',
      ],
    },
    {
      id: 'sharing',
      heading: 'Kiyès ankò ki resevwa done',
      paragraphs: [
        'Nou pa vann, ni lwe, ni twoke done ou. Men sèl kote yo ale:',
        {
          list: [
            'Stripe oswa bous mobil ou chwazi a, lè w ap peye;',
            'Google oswa Facebook, si ou chwazi konekte ak yo: yo aprann ou sèvi ak Lakou;',
            'konpayi ki fè sèvè nou yo mache epi ki pote imèl nou yo, sou lòd nou sèlman;',
            'tribinal ak otorite, kote lalwa oblije nou, apre nou fin verifye demann lan.',
          ],
        },
        'Andedan Lakou, administratè, moderatè ak kontab yo wè sa yo bezwen pou travay yo.',
        'Piblisite ki sou Lakou se imaj nou mete nou menm. Yo pa depann de kiyès ou ye, e okenn konpayi k ap fè piblisite pa aprann kiyès ki wè yo. Si ou swiv yon banyè, ou soti sou Lakou, e se règ lòt sit la ki aplike.',
        'Se nan New York yo dirije Lakou. Yo ka trete done ou Ozetazini ak toupatou kote konpayi nou sot site yo gen machin, ak pwoteksyon lalwa mande.',
      ],
    },
    {
      id: 'keeping-and-deleting',
      heading: 'Konbyen tan nou kenbe yo, e sa ki pase lè ou efase',
      paragraphs: [
        'Nou kenbe done ou toutotan ou gen yon kont. Gen ladan yo nou efase pi bonè, san ou pa bezwen fè anyen:',
        {
          list: [
            'sa ou te gade ak ki lè, apre {watch_sessions} jou. Kote ou te rete nan yon fim rete la, pou ou ka kontinye;',
            'kijan fim yo te pase (tan moun tann, kanpe, kalite aparèy, peyi ak tit, san anyen sou ou), apre {statistics} jou;',
            'notifikasyon yo, apre {notifications} jou, ak jis ki kote ou te li yon sijè ou pa swiv, apre {topic_readers} jou;',
            'kòmand ki pa janm peye, apre {orders} jou;',
            'aparèy ki konekte men ki pa sèvi ankò, apre {sessions} jou;',
            'aparèy ki kenbe fim telechaje men ki pa konekte ankò, apre {sessions} jou: yon non tankou « Chrome, Android », ak fim yo kenbe;',
            'jounal sekirite a, apre {account_events} jou;',
            'mesaj ki soti nan paj kontak la, apre {contact_messages} jou pi ta;',
            'tèks ki te la anvan yon chanjman nan fowòm nan, apre {text_versions} jou, ak rapò ki fin regle ak sa moderatè yo te fè, apre {moderation} jou;',
            'lis sa ekip nou an te fè, apre {audit_log} jou.',
          ],
        },
        'Ou ka efase kont ou ou menm sou paj kont ou, oswa [mande nou](/contact) fè sa. Lè sa a:',
        {
          list: [
            'aksè ou, pwofil ou, fichye ou, lis fim ou vle gade a, kritik ou, istwa sa ou te gade, aparèy ki konekte yo ak mesaj ou te voye ban nou pandan ou te konekte, tout efase;',
            'sijè ou ak repons ou nan fowòm nan rete, men otè a make enkoni. Si ou pa vle sa, efase yo anvan;',
            'rejis peman yo rete, san done pèsonèl ou;',
            'jounal sekirite a kenbe liy li yo, san non e san adrès imèl.',
          ],
        },
        'Kopi sekirite baz done a ranplase youn apre lòt ak kopi ki pi resan, epi sa ou te efase a ale ansanm ak yo. Mesaj moun ki pa gen kont, nou efase yo lè yo fin regle, oswa lè moun ki te ekri yo mande nou sa.',
      ],
    },
    {
      id: 'your-rights',
      heading: 'Dwa ou',
      paragraphs: [
        'Ou ka korije pwofil ou nenpòt lè. Sou paj kont ou, ou ka telechaje tout sa nou genyen sou ou nan yon fichye (JSON) epi efase kont ou. Ou ka mande nou tou sa nou kenbe, fè nou korije l oswa efase l, oswa di ou pa dakò ak jan nou sèvi avè l. Sa pa koute anyen, epi n ap reponn nan 30 jou pou pi ta.',
        'Si repons nou pa satisfè ou, ou ka pote plent bay otorite ki pwoteje done kote ou rete a.',
      ],
    },
    {
      id: 'security',
      heading: 'Kijan nou pwoteje yo',
      paragraphs: [
        'Nou kenbe modpas yo sou fòm anprent sèlman. Pou chak grenn liy, baz done a verifye kiyès ki gen dwa wè l oswa chanje l. Moun k ap travay pou Lakou resevwa sèlman dwa travay yo mande. Si done ta rive tonbe nan move men kanmenm, n ap avèti ou, ansanm ak otorite yo, jan lalwa mande l.',
      ],
    },
    {
      id: 'children',
      heading: 'Timoun yo',
      paragraphs: [
        'Kont yo se pou moun ki gen omwen 13 an, oswa plis kote lalwa peyi yo mande sa, e anvan 18 an fòk yon paran oswa yon moun ki responsab yo dakò. Depi nou konnen se yon timoun ki pi piti, nou pa kenbe done li. Si ou konnen yon kont konsa, [di nou sa](/contact), epi n ap efase l.',
      ],
    },
    {
      id: 'changes',
      heading: 'Lè tèks sa a chanje',
      paragraphs: [
        'Tèks sa a gen yon vèsyon ak yon dat, menm jan ak [kondisyon itilizasyon yo](/terms); w ap jwenn yo anlè paj sa a. Si nou vle fè yon bagay nouvo ak done ou, nou chanje tèks la anvan, nou avèti ou, epi nou mande ou si ou dakò kote lalwa mande sa.',
      ],
    },
  ],
};
