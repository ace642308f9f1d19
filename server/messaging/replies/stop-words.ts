/** What a reply asks for: to stop, to start again, perhaps to stop (a person decides), or nothing of the kind. */
export type ReplyKind = 'stop' | 'start' | 'maybe_stop' | 'text'

/** Languages in which people tell us to stop. */
export type StopLanguage = 'en' | 'fr' | 'pt' | 'sw' | 'ar' | 'yo' | 'ha' | 'ig'

/**
 * Words that stop bulk messages when they are all that a reply says, as networks and languages have them. Case, marks,
 * punctuation and pictures make no difference; one word more and a person decides.
 */
export const stopWords: Readonly<Record<StopLanguage, readonly string[]>> = {
  en: [
    'STOP',
    'STOP ALL',
    'STOPALL',
    'UNSUBSCRIBE',
    'UNSUB',
    'END',
    'QUIT',
    'CANCEL',
    'REVOKE',
    'OPT OUT',
    'OPTOUT',
    'REMOVE',
    'REMOVE ME',
  ],
  fr: [
    'ARRÊT',
    'ARRÊTER',
    'ARRÊTEZ',
    'DÉSABONNER',
    'DÉSABONNEMENT',
    'DÉSINSCRIRE',
    'DÉSINSCRIPTION',
    'RÉSILIER',
    'ANNULER',
  ],
  pt: ['PARAR', 'PARE', 'SAIR', 'CANCELAR', 'DESCADASTRAR', 'DESINSCREVER', 'REMOVER', 'ENCERRAR'],
  sw: ['ACHA', 'ACHENI', 'SIMAMA', 'SIMAMISHA', 'SITISHA', 'ONDOA', 'NIONDOE', 'JIONDOE', 'KOMESHA'],
  ar: ['توقف', 'إيقاف', 'أوقف', 'إلغاء', 'إلغاء الاشتراك', 'الغاء اشتراك', 'قف'],
  yo: ['DÚRÓ', 'DÁ DÚRÓ', 'Ẹ DÚRÓ', 'YỌ MÍ KÚRÒ'],
  ha: ['TSAYA', 'DAINA', 'KU DAINA', 'A DAINA', 'SOKE', 'CIRE NI'],
  ig: ['KWỤSỊ', 'KWỤSỊNỤ', 'WEPỤ M', 'WEPỤ MỤ'],
}

/** Few and plain: whoever is started by mistake gets what they had refused. */
const startWords =
  'START, UNSTOP, SUBSCRIBE, RESUBSCRIBE, OPT IN, OPTIN, RESUME, DÉMARRER, REPRENDRE, RÉABONNER, COMEÇAR, INICIAR, RETOMAR, ANZA, ANZISHA, ابدأ, اشتراك, BẸ̀RẸ̀, FARA, MALITE, BIDO'

/** Letters of Hausa that are not a letter and a mark to Unicode, and the stretch of Arabic. */
const PLAIN: Readonly<Record<string, string>> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', ı: 'i', ـ: '' }

/** The words of a text without case, marks, punctuation and pictures: "Arrêtez !" is "arretez". */
export const plainWords = (text: string): string =>
  text
    .slice(0, READ_LETTERS)
    .toWellFormed()
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\p{Cf}'’ʼ`]/gu, '')
    .replaceAll(/[ɓɗƙƴıـ]/gu, (letter) => PLAIN[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** No request to stop is longer; nobody's long letter is searched. */
const READ_LETTERS = 400

const stops = new Map(
  Object.entries(stopWords).flatMap(([language, words]) =>
    words.map((word) => [plainWords(word), language as StopLanguage] as const),
  ),
)
const starts = new Set(startWords.split(',').map(plainWords))

/** The language of a stop word; null: the text is none. STOP is everybody's. */
export const stopLanguage = (text: string): StopLanguage | null => stops.get(plainWords(text)) ?? null

/** Reads what a reply asks for. Only a whole message decides by itself. */
export function readKind(text: string): ReplyKind {
  const words = plainWords(text)
  if (stops.has(words)) return 'stop'
  if (starts.has(words)) return 'start'
  return looksLikeStop(words) ? 'maybe_stop' : 'text'
}

/** More words than this tell of something. */
const REQUEST_WORDS = 12
const FEW_WORDS = 4

/** Whether somebody should look at it: a stop word with others around it or with a slip, or a request in other words. */
function looksLikeStop(words: string): boolean {
  const all = words.split(' ')
  if (words === '' || all.length > REQUEST_WORDS || HARMLESS.test(words)) return false
  if (REQUESTS.test(words)) return true
  if (all.length <= FEW_WORDS && all.some((word) => ALONE.has(word))) return true
  return all.length === 1 && MISSPELT.some((word) => isSlipOf(words, word))
}

/** Requests that English and French have besides the one word. */
const REQUESTS = new RegExp(
  [
    String.raw`\b(please|pls|plz|plss|kindly|just|abeg|now|biko|god|oya) (stop\b|unsubscribe\b|(remove|cancel|quit)$)`,
    String.raw`^(u |you |u guys |you guys |u people |you people )?(need to |have to |must |should |can you |could you |i want you to |i said |i say )?(stop|unsubscribe|unsub|optout)( |$)`,
    String.raw`\bstop (this|it|that|now|all|receiving|getting|sending|texting|messaging|disturbing|sms|texts|messages|these|those|the (messages|texts|sms)|your|me|pls|please|spamming|bothering|writing)\b`,
    String.raw`\b(take|remove|delete|drop|get) (me|my (number|name|phone|no))\b`,
    String.raw`\b(no more|enough) (messages|message|texts|text|sms|msgs|msg|of (this|these))\b`,
    String.raw`\b(do not|dont|never|stop) (text|message|send|contact|sms|msg|disturb|write|bother|spam)( |$)`,
    String.raw`\bopt (me )?out\b|\bunsubscribe\b|\bunsubscribed\b|\bleave me alone\b`,
    String.raw`\b(want|like|wish) to (stop|unsubscribe|cancel|opt out)\b`,
    String.raw`\b(arretez|arreter|arrete|cessez|cesser) (de|d|ca|svp|les|vos|avec|tout)\b|\bne (me |m)(ecrivez|envoyez|contactez)`,
    String.raw`\b(svp|stp) (stop|arret|arretez|arreter)\b|\b(stop|arretez|arret|desabonnez) (svp|stp|moi)\b|\bdesabonnez\b`,
    String.raw`\bnao (quero|envie|envies|mande|mandem)\b.*\b(mais|mensagens|sms)\b|\b(pare|parem) de\b|\bremovam? meu numero\b`,
    String.raw`\b(acha|acheni|msinitumie|usinitumie|sitaki) (kunitumia|kutuma|ujumbe|sms|meseji|tena)\b`,
    String.raw`\bdaina (turo|aiko|tura)\b|\bkada ku (turo|aiko)\b|\bkwusi (izitere|iziga|izi)\b|\bma (fi|se) ran(s|${'ṣ'})e\b`,
    'لا ترسل|لا تراسل|توقف عن|الغاء اشتراك|اوقفوا|كفي رسائل',
  ].join('|'),
  'u',
)

/** "We will stop by on Sunday": the same word, and nobody asks for anything. */
const HARMLESS =
  /\bstop(s|ped|ping)? (by|over|in|at|here|there|for|off|and|to|the (car|bus|rain|war|music))\b|\b(bus|non|next|first|last|full|truck|a|the|this|that|our|my|your|his|her|which|road|train|rest) ?stop\b|\b(not|never|cannot|cant|dont|wont|didnt|will|to|would|rain|he|she|they|we|it|jesus|lord|might|may) (not )?stop\b(?! (sending|texting|messaging|disturbing|receiving|getting|these|sms|text))|\bstop (praying|singing|loving|believing|crying|worrying|sinning|smoking|drinking|watch|light|sign|clock)\b/u

/** Words that mean one thing only, also between two or three others. */
const ALONE = new Set(
  [
    'stop',
    'stopall',
    'unsubscribe',
    'unsub',
    'optout',
    'arreter',
    'arretez',
    'desabonner',
    'desinscrire',
    'descadastrar',
  ]
    .concat(['cancelar', 'parar', 'sitisha', 'niondoe', 'jiondoe', 'daina', 'kwusi', 'kwusinu'])
    .concat(['توقف', 'ايقاف', 'اوقف', 'الغاء'].map(plainWords)),
)

/** Long enough, or so common, that a slip in them is no other word. */
const MISSPELT = [
  'stop',
  'stopall',
  'unsubscribe',
  'unsub',
  'cancel',
  'optout',
  'remove',
  'revoke',
  'arreter',
  'arretez',
].concat(['desabonner', 'cancelar', 'parar', 'sitisha', 'daina', 'kwusi'])
const OTHER_WORDS = new Set([
  'shop',
  'step',
  'stoop',
  'soap',
  'stow',
  'atop',
  'strop',
  'slop',
  'swop',
  'stomp',
  'stp',
  'storm',
  'removed',
  'removes',
  'cancer',
  'cancels',
])
const LONG = 8

function isSlipOf(word: string, meant: string): boolean {
  if (word[0] !== meant[0] || OTHER_WORDS.has(word)) return false
  const slips = slipsBetween(word, meant)
  return slips === 1 || (slips === 2 && meant.length >= LONG) || /^st+o+p+$/.test(word)
}

/** Letters too many, missing, wrong or exchanged (optimal string alignment). */
function slipsBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i += 1) {
    const [above, before] = [rows[i - 1] ?? [], rows[i - 2]]
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (before && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      row.push(least)
    }
    rows.push(row)
  }
  return rows.at(-1)?.at(-1) ?? 0
}
