/**
 * The most common passwords, in lower case, eight characters and more (shorter ones are refused anyway). A short list
 * is enough because sign-ins are rate limited. Without password123: see docs/decisions/0010.
 */
const COMMON = new Set(
  `
  12345678 123456789 1234567890 12345678910 123123123 1231231234 87654321 987654321 0987654321 11111111 111111111
  1111111111 00000000 000000000 0000000000 22222222 33333333 44444444 55555555 66666666 77777777 88888888 99999999
  12341234 11223344 112233445566 123454321 123321123 12344321 13131313 10203040 102030405060 147258369 159753456
  19871987 20202020 20252025 20262026 12121212 69696969 789456123 741852963 123qweasd qweasdzxc 1234qwer qwer1234
  password password1 password12 password1234 password! password1! passw0rd p@ssw0rd p@ssword pa55word
  password01 password2024 password2025 password2026 mypassword thepassword motdepasse motdepasse1 modpas123
  qwertyui qwertyuiop qwerty123 qwerty12 qwerty1234 qwerty12345 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 zaq12wsx
  zxcvbnm1 zxcvbnm123 asdfghjk asdfghjkl asdf1234 qazwsxedc q1w2e3r4 q1w2e3r4t5 azertyui azertyuiop azerty123
  abcd1234 abcdefgh abc12345 abc123456 abcdefg1 a1234567 a12345678 a123456789 aa123456 aa12345678 1234abcd
  iloveyou iloveyou1 iloveyou2 iloveyou! ilovehaiti jetaime1 jetaimetoi mwenrenmenw mwenrenmenou jesus123 jesuschrist
  jezikri1 bondye123 bondyebon mesibondye godisgood godbless blessed1 princess princess1 sunshine sunshine1 football
  football1 baseball baseball1 basketball superman superman1 batman123 spiderman pokemon1 pokemon123 starwars
  dragon123 monkey123 letmein1 letmein123 letmein! trustno1 welcome1 welcome123 signInNewUser! whatever changeme
  changeme1 changeme123 computer computer1 internet internet1 michelle jennifer jessica1 jonathan nicholas
  samantha victoria isabelle charlie1 michael1 mickey123 liverpool chelsea1 arsenal1 barcelona realmadrid
  manchester cristiano ronaldo7 neymar10 messi10 hello123 hello1234 helloworld administrator admin123 admin1234
  adminadmin root1234 rootroot test1234 test12345 testtest testing1 testing123 guest123 master123 secret123
  default1 access14 freedom1 shadow123 killer123 loveyou1 lovelove mustang1 corvette mercedes butterfly chocolate
  strawberry elephant dolphin1 diamond1 midnight blink182 asdfasdf qwerqwer zxczxczxc samsung1 samsung123 google123
  facebook facebook1 facebook123 whatsapp instagram netflix1 streaming haiti123 haiti1804 haiti509 ayiti123
  ayiti1804 ayitimwen ayiticheri haiticherie lakou123 lakoulakou portauprince potoprens caphaitien kreyol123
  509509509 toussaint dessalines dessalines1804 kompa123 konpa123 carnaval kanaval1 sakpase1 sakpase123
  napboule napboule1 sakapfet anmwey123 mamanmwen papamwen cherimwen doudou123 loulou123 bonjour1 bonjour123
  bonsoir1 soleil123 chouchou nicolas1 camille1 marseille parissg1 juventus
  `
    .toLowerCase()
    .split(/\s+/),
);

export function isCommon(password: string): boolean {
  const plain = password.trim().toLowerCase();
  return COMMON.has(plain) || /^(.)\1*$/u.test(plain);
}
