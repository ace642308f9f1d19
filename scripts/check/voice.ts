/** Words that `docs/voice.md` leaves out, each with the word that stands for it; and counts that would read "1 units". */
type Rule = { found: RegExp; say: string }

/** Texts that were handed over word for word: they stay, slips included. */
const EXACT = new Set([
  'No sender id selected, Kindly select a sender id and try again',
  'No members matches you searched text, trying searching with another text',
  'Please ensure you have internet access',
  "Are you sure you want to proceed? This operation can't be reversed",
  'Oops, upgrade not successful',
  'Oops: Something went wrong while trying to register, please reload and try again try again',
])

const english: readonly Rule[] = [
  { found: /\be-?mail address|\be-mail/i, say: 'Email' },
  { found: /\b(?:some|every|any)body\b/i, say: 'someone, everyone, anyone' },
  { found: /\bpersons\b/i, say: 'people' },
  { found: /\bwho(?:ever|m)\b/i, say: 'a sentence with "who" or "anyone who"' },
  { found: /(?<!in the )\bmean(?:while|time)\b/i, say: 'in the meantime' },
  { found: /\bfor ?ever\b/i, say: 'permanently' },
  { found: /\b(?:begun|began|anew)\b/i, say: 'started, again' },
  { found: /\bgood (?:for|until)\b/i, say: 'valid for, valid until' },
  { found: /\bstands? (?:here|there)\b/i, say: 'appears here' },
  { found: /\blook (?:into|at (?:it|this) again)\b/i, say: 'check' },
  { found: /^go on$/i, say: 'Continue' },
  { found: /\bword of two\b/i, say: 'approved by two staff' },
  { found: /\bgo(?:es)? together\b/i, say: 'wrong …' },
  { found: /\b(?:give|gives|given|gave|giving) (?:it )?up\b/i, say: 'cancel' },
  { found: /\b(?:pay|paid|gives?|given|gave|takes?|taken|took) back\b/i, say: 'refund, return, remove' },
  { found: /\bbeing looked at\b/i, say: 'under review' },
  { found: /\btak(?:e|en) (?:it |the \w+ )?(?:away|out)\b/i, say: 'remove' },
  { found: /\bset aside\b/i, say: 'reserved' },
  { found: /\bshut (?:in|out)\b/i, say: 'block' },
  // Of a child. An SMS that a network took is handed over.
  { found: /\bhand over\b|\bhanded over (?:to|by)\b/i, say: 'release' },
  { found: /\bsecond factor\b/i, say: 'two-step verification' },
  { found: /\bcode of (?:the|your)\b/i, say: 'authenticator code' },
  { found: /\bpresent password\b/i, say: 'current password' },
  { found: /\btoo many tries\b/i, say: 'too many attempts' },
  { found: /\bsigns?\b(?![ -](?:ins?|ups?|out|into|you|them|the)\b)/i, say: 'character' },
  { found: /\bbroken rows?\b/i, say: 'rows with errors' },
  { found: /\bopted out\b/i, say: 'unsubscribed' },
  { found: /\bsums?\b/i, say: 'amount, total' },
  { found: /^(?:this|that) is (?:no|not an?) /i, say: 'what to enter: Enter a valid …' },
  { found: /^nothing (?:has|is) .* yet\.?$/i, say: 'No … yet' },
  { found: /(?<!check-in )\bdesk\b/i, say: 'check-in desk, operator console' },
  { found: /\b(?:troubled|quaint|kindly|whilst|amongst)\b/i, say: 'a plain word' },
  { found: /\b(?:can|do|does|is|are|was|did|could|have|has)n[’']t\b|\bcan[’']t\b/i, say: 'the words written out' },
]

const french: readonly Rule[] = [
  { found: /laissez-passer/i, say: 'pass' },
  { found: /identifiants? d’expéditeur/i, say: 'nom d’expéditeur' },
  { found: /\b(?:emails?|mails?|courriers?|courriels?)\b(?<!e-mails?)/i, say: 'e-mail' },
  { found: /\bforfaits?\b/i, say: 'formule' },
  { found: /évènement/i, say: 'événement' },
  { found: /\btape(?:z|r)\b/i, say: 'saisir' },
  { found: /second facteur/i, say: 'validation en deux étapes' },
  { found: /réglages?/i, say: 'paramètres' },
  { found: /registre de garde/i, say: 'journal de garde' },
  { found: /bureau (?:de l’|d’)opérateur|\bau bureau\b/i, say: 'console opérateur' },
  { found: /\bsignes?\b/i, say: 'caractère' },
  { found: /\bvont pas ensemble\b/i, say: 'incorrect' },
  { found: /\bpupille|\btut(?:eur|rice)/i, say: 'enfant confié, accompagnant' },
  { found: /\bregardez (?:de nouveau|à nouveau|encore)\b/i, say: 'vérifiez' },
  { found: /\bessais\b/i, say: 'tentatives' },
  { found: /(?<![\p{L}’-])(?:tu|toi|tes)(?![\p{L}’-])/iu, say: 'vous' },
  {
    found: /[ \u{a0}][;:!?»]|«[ \u{a0}]|[^\s\u{202f}{][!?;»]|\d[ \u{a0}]\d{3}/u,
    say: 'a narrow no-break space (U+202F)',
  },
  { found: /\p{L}'\p{L}/u, say: '’' },
]

const rules: Record<string, readonly Rule[]> = { en: english, fr: french }

/** `{units} units` reads "1 units" one day; `{units, plural, one {# unit} other {# units}}` never does. */
const COUNTED =
  /\{(?:count|units|people|taken|done|rows|sent|children|messages|total)\} (?:units|people|persons|members|messages|pages|rows|days|months|years|children|places|characters|codes|entries|unités|personnes|membres|lignes|jours|enfants|caractères)\b/u

/** What is wrong with the wording of one text, as sentences. */
export function findVoiceFaults(tag: string, id: string, sentence: string): string[] {
  if (EXACT.has(sentence)) return []
  const told = sentence.replace(/<\/?\w+\/?>/g, '')
  const bare = told.replace(/\{\w+(?=[,}])/g, '{')
  const faults = (rules[tag] ?? []).flatMap(({ found, say }) => {
    const hit = found.exec(bare)
    return hit ? [`${tag} ${id}: says "${hit[0].trim()}" where docs/voice.md says ${say}`] : []
  })
  const count = COUNTED.exec(told)
  return count ? [...faults, `${tag} ${id}: "${count[0]}" needs a plural`] : faults
}
