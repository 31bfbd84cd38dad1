import type { DocumentText } from '../text.ts';

export const terms: DocumentText = {
  title: 'Kondisyon itilizasyon',
  version: '2026-11',
  effective: '2026-11-15',
  intro: [
    'Men règ yo: sa ou ka atann de nou, ak sa nou mande ou. Nou kenbe yo kout e klè. Si gen yon bagay ou pa konprann, [mande nou](/contact).',
  ],
  sections: [
    {
      id: 'about',
      heading: 'Kiyès nou ye, e kisa Lakou ye',
      paragraphs: [
        'Lakou se yon platfòm pou gade fim ak seri ayisyen epi pou pale sou yo. Nan kondisyon sa yo, lè nou di “nou”, se moun k ap fè Lakou mache. Ou ka jwenn nou pa lapòs nan adrès {address}, pa imèl nan {email}, ak sou [paj kontak nou](/contact).',
        'Lè ou louvri yon kont, ou aksepte kondisyon sa yo. Nou note ki vèsyon ou aksepte, ak kilè. Si ou vizite Lakou san kont, pati ki pale sou gade fim ak bon jan itilizasyon konsène ou tou. Sa ki fèt ak done ou esplike nan [règ sou enfòmasyon prive yo](/privacy).',
      ],
    },
    {
      id: 'account',
      heading: 'Kont ou',
      paragraphs: [
        'Yon kont pa koute anyen. Ban nou yon adrès imèl ki rive jwenn ou epi chwazi yon modpas ki gen omwen 8 karaktè, oswa konekte ak Google oswa Facebook kote nou ofri sa. Pa pran pòz yon lòt moun.',
        'Kont ou se pou ou ak moun ki rete ansanm avè ou. Kenbe modpas ou pou tèt ou. Si ou panse yon moun ou pa konnen rantre ladan, chanje modpas la epi [avèti nou](/contact) touswit. Sa ki fèt ak kont ou konte tankou se ou ki fè l, sof si ou pa t ka anpeche sa.',
      ],
    },
    {
      id: 'young-people',
      heading: 'Timoun ak jèn',
      paragraphs: [
        'Fòk ou gen omwen 13 an pou louvri yon kont, oswa plis kote lalwa peyi ou mande sa. Si ou poko gen 18 an, fòk yon paran oswa yon moun ki responsab ou dakò, e se moun sa a ki pou peye.',
        'Se pa tout fim ki fèt pou timoun. Paran, chwazi ansanm ak yo. Si nou aprann yon timoun ki pi piti gen yon kont, n ap fèmen l epi n ap efase done li yo.',
      ],
    },
    {
      id: 'watching',
      heading: 'Kiyès ki gen dwa gade kisa',
      paragraphs: [
        'Se yon sèl règ ki deside, pou chak tit e sou chak ekran:',
        {
          list: [
            'Tit gratis yo louvri pou tout moun, ak kont oswa san kont.',
            'Avèk yon abònman aktif, ou gen dwa gade tout tit ki nan katalòg la.',
            'Sa ou achte, ou gen dwa gade l san abònman e san dat limit.',
            'Sa ou lwe, ou gen dwa gade l pandan 48 èdtan.',
          ],
        },
        'Katalòg la vivan: gen tit ki vini, gen lòt ki ale. Yon tit ki ale pa nan abònman an ankò. Si ou te achte l, li rete la pou ou; si ou te lwe l, li rete jouk 48 èdtan ou yo fini.',
      ],
    },
    {
      id: 'subscriptions',
      heading: 'Abònman yo',
      paragraphs: [
        'Gen de kalite abònman: pa mwa, $3.99 pa mwa, ak pa ane, $43.89 pa ane. Toulede louvri tout katalòg la, epi moun ki abòne pa wè okenn piblisite sou Lakou: ni bann piblisite anlè a, ni imaj piblisite, ni pwomosyon.',
        'Yon abònman ou peye ak kat bank renouvle poukont li nan fen chak mwa oswa chak ane, jouk ou sispann li. Yon mwayen peman ki pa ka pran lajan ankò poukont li, tankou MonCash, kouvri yon sèl peryòd; apre sa abònman an fini, sof si ou peye ankò.',
        'Ou ka sispann nenpòt lè, san preyavi e san frè, epi ou kenbe aksè a jouk tan ou te peye a fini. Si yon renouvèlman pa ka peye, aksè a rete sou poz jouk peman an pase; si li pa pase, abònman an fini.',
        'Si nou chanje pri yon abònman, n ap avèti ou pa imèl omwen 30 jou davans. Nouvo pri a kòmanse nan pwochen peryòd ou, epi ou ka sispann anvan sa.',
      ],
    },
    {
      id: 'buying-and-renting',
      heading: 'Achte ak lwe',
      paragraphs: [
        'Lè ou achte, ou gen dwa gade yon tit sou Lakou kantite fwa ou vle, san dat limit. Lè ou lwe, ou gen menm dwa a pandan 48 èdtan, ki konte depi premye fwa ou gade l, oswa depi ou telechaje l sou yon aparèy; yo kòmanse pi ta 30 jou apre peman ou. Yon seri, ou achte l oswa ou lwe l an antye, ak tout epizòd li ki sou Lakou.',
        'Chak tit montre pri li. Si paj la pa di yon lòt bagay, yon fim koute $9.99 pou achte ak $4.99 pou lwe, epi yon seri koute $19.99 pou achte ak $9.99 pou lwe. Pri ki konte a se sa ki parèt lè ou pase kòmand lan.',
        'Nou di yon tit ou achte se pou ou pou tout tan; men sa sa vle di, an tout verite. Ou achte yon dwa pou gade, se pa yon fichye. Si yon tit kite katalòg la, nou sispann vann li, men tout moun ki te achte l kenbe l. Sa ka fini sèlman si lalwa oswa yon tribinal entèdi nou montre tit la, si kont ou efase, oswa si Lakou limenm fèmen. Lè nou wè yon jou konsa ap vini, n ap avèti ou pi bonè nou kapab. Si yon tit ou te achte oblije ale, ekri nou: n ap chèche yon solisyon ki jis ansanm avè ou, e sa ka yon ranbousman.',
      ],
    },
    {
      id: 'payment',
      heading: 'Peman ak ranbousman',
      paragraphs: [
        'Pri yo an dola ameriken. Total ou wè anvan ou peye a se sa nou pran; bank ou oswa bous ou ka ajoute frè pa yo.',
        'Peman yo pase nan men yon konpayi peman: Stripe pou kat bank, ak yon bous mobil tankou MonCash kote paj peman an ofri l. Bous mobil pran lajan an an goud, epi ou wè kantite a anvan ou konfime. Nimewo kat ak kòd PIN, ou mete yo lakay konpayi peman an; yo pa janm rive jwenn nou.',
        'Yon acha, yon lokasyon oswa yon abònman egziste depi konpayi peman an konfime peman an ban nou. Si lajan soti sou kont ou epi anyen pa louvri, [ekri nou](/contact): n ap mande konpayi a epi n ap ranje sa.',
        'Si yon bagay ou peye pa jwe e nou pa rive ranje l nan yon tan ki rezonab, n ap remèt ou lajan ou. Si ou achte oswa lwe pa erè, ou ka mande l nan 14 jou, depi ou poko kòmanse gade. Pou yon peryòd abònman ki kòmanse deja nou pa remèt lajan, sof si se nou ki an fòt oswa si lalwa mande sa. Lè nou remèt yon peman, oswa lè bank ou pran l tounen, dwa li te ba ou a fini.',
      ],
    },
    {
      id: 'fair-use',
      heading: 'Bon jan itilizasyon',
      paragraphs: [
        'Lakou fèt pou moun gade an prive, lakay yo oswa sou wout. Ak yon sèl kont ou ka gade sou twa ekran an menm tan; si yon katriyèm kòmanse, ou ka fèmen youn nan lòt yo. Tanpri, pa fè bagay sa yo:',
        {
          list: [
            'kopye, anrejistre oswa pase fim bay lòt moun, ni kontounen sa ki pwoteje yo;',
            'montre fim an piblik oswa pou lajan san nou pa dakò alekri. Pou yon lekòl, yon legliz oswa yon festival, [mande nou](/contact) anvan;',
            'vann kont ou, oswa pataje l ak moun ki pa rete lakay ou;',
            'fòse antre nan Lakou, chaje l twòp, oswa ranmase sa ki ladan l ak done manm li yo avèk pwogram;',
            'peye ak mwayen ou pa gen dwa sèvi avè yo.',
          ],
        },
      ],
    },
    {
      id: 'forum',
      heading: 'Fowòm nan, kritik yo ak pwofil yo',
      paragraphs: [
        'Tout moun ka li fowòm nan; se manm yo ki ekri ladan. Tout lang byenveni. Pale ak kè louvri epi ak respè:',
        {
          list: [
            'Diskite sou fim ak lide, pa atake moun. Pa gen joure, menas ni pèsekisyon, ni anyen ki rabese moun poutèt kote yo soti, koulè yo, lafwa yo, sèks yo, andikap yo oswa moun yo renmen.',
            'Pa mete anyen ki kont lalwa, ni anyen ki pònografik, ni anyen ki mete timoun an danje.',
            'Pa gen kopi pirat, ni lyen ki mennen sou yo.',
            'Pa gen piblisite, pa gen spam, pa gen menm mesaj la ankò e ankò.',
            'Pa pibliye detay prive lòt moun.',
            'Avèti moun k ap li a anvan ou rakonte kijan yon fim fini.',
            'Ekri kritik sèlman sou fim ou te gade, pa janm sou pwòp fim ou, ni pou lajan.',
          ],
        },
        'Se menm bagay la pou kritik, pwofil ak imaj. Moderatè yo ka deplase oswa fèmen yon sijè epi retire sa ki kont règ sa yo. Ou ka efase pwòp sijè ou ak pwòp repons ou; lè yon sijè ale, tout repons ki ladan yo ale avè l. Si ou wè yon bagay ki pa ta dwe la, [di nou sa](/contact).',
      ],
    },
    {
      id: 'content',
      heading: 'Kisa ki pou kiyès',
      paragraphs: [
        'Sa ou ekri ak sa ou mete rete pou ou. Ou pèmèt nou konsève l epi montre l sou Lakou, gratis e toupatou, toutotan li la. Nou pa bezwen plis pase sa, e nou pa vann li. Mete sèlman sa ou gen dwa mete.',
        'Fim, seri, afich ak tèks ki sou Lakou se pou moun ki fè yo oswa pou moun ki pèmèt nou montre yo. Gade yo pa ba ou okenn lòt dwa sou yo.',
        'Si yon bagay sou Lakou pran sa ki pou ou, [ekri nou](/contact): ki zèv li ye, ki kote nou ka jwenn li sou Lakou, kijan pou nou jwenn ou, epi ke se ou ki gen dwa yo oswa w ap pale pou moun ki genyen yo. N ap gade sa san pèdi tan epi n ap retire sa ki pa gen plas li isit la.',
      ],
    },
    {
      id: 'ending',
      heading: 'Lè w ap pati, oswa lè ou oblije pati',
      paragraphs: [
        'Ou ka efase kont ou nenpòt lè sou paj kont ou, epi telechaje done ou anvan. Lè li fin efase, ou pa ka fè l tounen. Aksè ou, pwofil ou, imaj ou, lis fim ou vle gade a ak kritik ou yo efase, epi ou pa ka gade sa ou te achte, lwe oswa pran nan abònman ankò. Mesaj ou nan fowòm nan rete, ak yon otè enkoni, pou moun ka toujou swiv konvèsasyon yo. Rejis peman yo rete san done pèsonèl ou.',
        'Tanpri, sispann abònman k ap mache a anvan ou efase kont ou. Si yo ta pran yon peman kanmenm apre sa, ekri nou epi n ap remèt ou l.',
        'Si yon moun vyole kondisyon sa yo yon fason ki grav, oswa ankò e ankò, nou ka retire sa li mete, anpeche l ekri oswa fèmen kont li. Sof si gen ijans, nou avèti anvan, epi nou toujou di poukisa. Si ou panse nou gen tò, [di nou sa](/contact): se yon moun k ap li l. Si nou fèmen kont ou alòske ou te respekte règ yo, n ap remèt ou lajan pou pati nan abònman ou ki poko sèvi.',
      ],
    },
    {
      id: 'responsibility',
      heading: 'Sa nou responsab',
      paragraphs: [
        'Nou fè tout sa nou kapab pou Lakou mache, men nou pa ka pwomèt li p ap janm kanpe: rezo konn tonbe an pàn, e machin mande swen. Mesaj ak kritik yo se pawòl manm ki ekri yo, se pa pawòl pa nou.',
        'Nan limit lalwa pèmèt, nou ofri Lakou jan li ye a, epi sa nou dwe pou yon domaj pa depase sa ou te peye nou nan douz mwa anvan yo. Limit sa a pa konte pou sa nou fè espre oswa pa gwo neglijans, pou sa ki fè lavi oswa sante moun mal, ni okenn lòt kote lalwa entèdi l. Dwa lalwa ba ou antan konsomatè rete jan yo ye.',
      ],
    },
    {
      id: 'changes',
      heading: 'Lè kondisyon sa yo chanje',
      paragraphs: [
        'Chak edisyon kondisyon sa yo gen yon vèsyon ak yon dat; w ap jwenn yo anlè paj sa a. Lè nou chanje yon bagay ki konte pou dwa ou oswa devwa ou, kondisyon yo pran yon nouvo vèsyon. N ap avèti ou omwen 30 jou anvan li antre an vigè, epi n ap mande ou aksepte l anvan ou kontinye sèvi ak kont ou.',
        'Si ou pa vle aksepte, ou ka sispann abònman ou epi efase kont ou. Yon nouvo vèsyon pa janm fè sa ou te achte deja vin pi mal.',
      ],
    },
    {
      id: 'law',
      heading: 'Lalwa ak lang',
      paragraphs: [
        'Si nou pa dakò, pale ak nou anvan; se konsa pifò bagay regle. Se lalwa Eta New York ki aplike, e se tribinal ki nan Brooklyn, New York, ki deside. Si ou se yon konsomatè e lalwa kote ou rete a pwoteje ou pi byen, oswa ba ou yon tribinal toupre ou, ou kenbe pwoteksyon sa a.',
        'Kondisyon sa yo egziste an anglè, an franse, an kreyòl ayisyen ak an panyòl, e yo fèt pou di menm bagay. Si yon jou yo ta diferan, se tèks anglè a ki konte, sof si lalwa kote ou rete a di yon lòt bagay. Si yon pati ladan yo pa ta valab, rès la toujou kenbe.',
      ],
    },
  ],
};
