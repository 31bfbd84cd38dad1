import type { Series, Title } from './draw/title.ts';
import { anbaMapou } from './titles/anba-mapou.ts';
import { briKouran } from './titles/bri-kouran.ts';
import { brooklynKonpa } from './titles/brooklyn-konpa.ts';
import { dloDous } from './titles/dlo-dous.ts';
import { fanmAkPanye } from './titles/fanm-ak-panye.ts';
import { kafeCho } from './titles/kafe-cho.ts';
import { katKontre } from './titles/kat-kontre.ts';
import { kokKalite } from './titles/kok-kalite.ts';
import { laMerSeSouvient } from './titles/la-mer-se-souvient.ts';
import { laNuitDesLucioles } from './titles/la-nuit-des-lucioles.ts';
import { lakouGranMoun } from './titles/lakou-gran-moun.ts';
import { lalinNanBasen } from './titles/lalin-nan-basen.ts';
import { lanpTetGridap } from './titles/lanp-tet-gridap.ts';
import { leDernierTapTap } from './titles/le-dernier-tap-tap.ts';
import { leFerEtLeFeu } from './titles/le-fer-et-le-feu.ts';
import { lekolBoLanme } from './titles/lekol-bo-lanme.ts';
import { lesHeritiers } from './titles/les-heritiers.ts';
import { lesVoletsBleus } from './titles/les-volets-bleus.ts';
import { leta } from './titles/leta.ts';
import { lettersToJeremie } from './titles/letters-to-jeremie.ts';
import { machannSoley } from './titles/machann-soley.ts';
import { nightFerry } from './titles/night-ferry.ts';
import { pierreSurPierre } from './titles/pierre-sur-pierre.ts';
import { portNights } from './titles/port-nights.ts';
import { radyoKatye } from './titles/radyo-katye.ts';
import { saltWind } from './titles/salt-wind.ts';
import { sezonSiklon } from './titles/sezon-siklon.ts';
import { tanbouMinwi } from './titles/tanbou-minwi.ts';
import { theKiteSeason } from './titles/the-kite-season.ts';
import { woutMonNwa } from './titles/wout-mon-nwa.ts';
import { zetwalKanaval } from './titles/zetwal-kanaval.ts';

export const films: readonly Title[] = [
  lanpTetGridap,
  woutMonNwa,
  machannSoley,
  kokKalite,
  tanbouMinwi,
  lalinNanBasen,
  radyoKatye,
  laMerSeSouvient,
  lesVoletsBleus,
  leDernierTapTap,
  saltWind,
  brooklynKonpa,
  theKiteSeason,
  fanmAkPanye,
  kafeCho,
  anbaMapou,
  katKontre,
  laNuitDesLucioles,
  pierreSurPierre,
  lekolBoLanme,
  sezonSiklon,
  lettersToJeremie,
  zetwalKanaval,
  leta,
  dloDous,
  leFerEtLeFeu,
  nightFerry,
];

export const series: readonly Series[] = [lakouGranMoun, briKouran, lesHeritiers, portNights];
