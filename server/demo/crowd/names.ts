import type { Chance } from './chance.ts'

/** Names of one people: a demo person gets a given and a family name that go together. */
export type NamePool = { women: string[]; men: string[]; families: string[] }

const split = (text: string): string[] => text.split(', ')

const yoruba: NamePool = {
  women: split(
    'Adébọ́lá, Adéọlá, Ayọ̀bámi, Bùkọ́lá, Dámilọ́lá, Fọláṣadé, Fúnmiláyọ̀, Ìfẹ́olúwa, Mobọ́lájí, Morẹ́nikẹ́, Olúwatóyìn, Ọlábísí, Ọmọ́táyọ̀, Rónkẹ́, Ṣadé, Tìtílayọ̀, Yétúndé',
  ),
  men: split(
    'Adébáyọ̀, Adéṣínà, Adéwálé, Ayọ̀délé, Bólúwatifẹ́, Jídé, Káyọ̀dé, Kẹ́hìndé, Olúfẹ́mi, Olúṣẹ́gun, Olúwaṣeun, Ọládàpọ̀, Ọlánrewájú, Ṣọlá, Táíwò, Tèmítọ́pẹ́, Tóbi',
  ),
  families: split(
    'Abíọ́lá, Adébáyọ̀, Adéyẹmí, Adélékè, Adésínà, Àjàyí, Akínọlá, Àlàbí, Arówólò, Awólọ́wọ̀, Ayọ̀dẹ́jì, Bákàrè, Balógun, Fálétí, Fágbénlé, Ìdòwú, Kúkọyí, Ládipọ̀, Ògúnlànà, Ògúnbíyìí, Òjó, Òkéowó, Ọbásánjọ́, Ọdẹ́yẹmí, Ọlátúnjí, Ọláyínká, Ọ̀ṣọ́bà, Oyèlárán, Oyèbánjí, Ṣówándé, Ṣóyínká, Tinúbu',
  ),
}

const igbo: NamePool = {
  women: split(
    'Adaeze, Adaọbị, Amarachị, Chiamaka, Chidịnma, Chimamanda, Chioma, Ebele, Ifeọma, Ijeọma, Ngọzi, Nkechi, Nneka, Obiagelị, Onyekachi, Ụzọamaka',
  ),
  men: split(
    'Azụbụike, Chibụzọ, Chidị, Chijioke, Chinedu, Chinonso, Chukwuemeka, Emeka, Ifeanyị, Ikechukwu, Kelechi, Kenechukwu, Nnamdị, Obinna, Okwudilị, Olisa, Somtochukwu, Uchenna',
  ),
  families: split(
    'Achebe, Agụ, Anyanwụ, Azikiwe, Chukwu, Ebo, Egwu, Ekwueme, Emecheta, Enwerem, Eze, Ezeudu, Ibekwe, Igwe, Iroegbu, Madụka, Mbadịnuju, Mbah, Ndukwe, Nnadi, Nwáchukwu, Nwafọ, Nwankwọ, Nwosu, Obi, Obiọra, Odinaka, Ojukwu, Okeke, Ọkáfọ̀r, Okoro, Okoye, Onwuachi, Onyema, Ụba',
  ),
}

const hausa: NamePool = {
  women: split(
    'Aisha, Amina, Asma’u, Fátímà, Hadiza, Halima, Hauwa, Jummai, Ladi, Maryam, Nafisa, Rabi, Rakiya, Talatu, Zainab',
  ),
  men: split('Abdullahi, Bala, Danladi, Ɗanjuma, Garba, Ibrahim, Isa, Kabiru, Musa, Samaila, Sani, Yakubu, Yusuf'),
  families: split(
    'Abubakar, Aliyu, Bello, Ɓala, Ɗangote, Ɗanjuma, Dikko, Gambo, Garba, Gwadabe, Ibrahim, Idris, Jibril, Katsina, Ƙofarmata, Kwankwaso, Lawal, Maitama, Musa, Shehu, Sule, Tafida, Umar, Yakubu, ’Yar’Aduwa, Yusuf',
  ),
}

const delta: NamePool = {
  women: split('Ejiro, Ekaette, Emem, Eseosa, Idara, Imaobong, Itohan, Ufuoma, Uwa, Ene, Enoh'),
  men: split('Efe, Nosakhare, Ochuko, Oghenekaro, Oke, Osagie, Osaze, Tamuno, Tari, Terhemba, Aondoakaa'),
  families: split(
    'Agbonlahor, Akpabio, Amaechi, Attah, Bassey, Briggs, Dokubo, Edet, Effiong, Ehigiator, Ekpo, Etim, Igbinedion, Inyang, Ityavyar, Ogbeide, Okilo, Omoregie, Omotor, Osayande, Tor-Agbidye, Udoh',
  ),
}

const neighbours: NamePool = {
  women: split('Abena, Akosua, Amélie, Aïcha, Efua, Esther, Grace Wanjirũ, Léa, Mariétou, Naa, Nãomi, Thérèse, Zoé'),
  men: split('Fiifi, João, Kofi, Kwabena, Kwame, Ousmane, Peter, Yaw'),
  families: split(
    'Amoah, Asante, Baptista, Boateng, Diallo, Diop, Gyamfi, Kamau, Kouassi, Mensah, Mensah-Bonsu, N’Diaye, Njoroge, Ochieng, Osei, Owusu, Sarpong, Touré, Traoré, Wambũi, Yeboah, Zongo',
  ),
}

/** Many in the south have an English name and the family name of their people. */
const english: NamePool = {
  women: split(
    'Blessing, Comfort, Deborah, Faith, Favour, Gift, Grace, Happiness, Joy, Mercy, Patience, Peace, Precious, Ruth, Sarah',
  ),
  men: split('Daniel, David, Emmanuel, Godwin, Isaac, John, Joseph, Michael, Paul, Samuel, Stephen, Sunday, Victor'),
  families: [yoruba, igbo, delta].flatMap((pool) => pool.families),
}

const american: NamePool = {
  women: split(
    'Alice, Beatriz, Carmen, Chloë, Elena, Grace, Hannah, Katherine, Maria, Naomi, Olivia, Rachel, Renée, Sofía, Zoe',
  ),
  men: split('Amir, Andre, Brian, Daniel, Ethan, Isaiah, James, José, Liam, Marcus, Noah, Samuel, Thomas'),
  families: split(
    'Anderson, Baker, Brooks, Carter, Chen, Delgado, Edwards, Fischer, García, Harris, Jackson, Johnson, Kim, Lee, Lopez, Martinez, Miller, Muñoz, Nguyen, O’Brien, Okafor, Parker, Reed, Robinson, Smith, Taylor, Walker, Williams',
  ),
}

/** Whom one meets in a Nigerian church, each as often as it stands here. */
export const nigerianNames: NamePool[] = [
  yoruba,
  yoruba,
  yoruba,
  yoruba,
  yoruba,
  igbo,
  igbo,
  igbo,
  hausa,
  hausa,
  delta,
  delta,
  neighbours,
  english,
  english,
]

export const newYorkNames: NamePool[] = [american, american, american, american, neighbours, yoruba]

const women = new Set([...nigerianNames, ...newYorkNames].flatMap((pool) => pool.women))

/** Whether the demo gives this name to women. */
export const isWomansName = (firstName: string): boolean => women.has(firstName)

/** Makes a mobile number in E.164. */
export type PhoneMaker = (chance: Chance) => string

const NIGERIAN_NETWORKS = [
  '701',
  '703',
  '706',
  '708',
  '802',
  '803',
  '805',
  '806',
  '808',
  '809',
  '810',
  '813',
  '814',
  '816',
  '903',
  '905',
  '906',
  '909',
]
const NEW_YORK_AREAS = ['212', '347', '646', '718', '917']

export const nigerianMobile: PhoneMaker = (chance) =>
  `+234${chance.pick(NIGERIAN_NETWORKS)}${String(2_000_000 + chance.below(7_999_999))}`

/** 555-0100 to 555-0199 are nobody's; a hundred in each area. */
export const newYorkMobile: PhoneMaker = (chance) =>
  `+1${chance.pick(NEW_YORK_AREAS)}55501${String(chance.below(100)).padStart(2, '0')}`
