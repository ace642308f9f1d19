/** Months in English, French, Portuguese, Spanish and Swahili, without marks. */
const MONTHS = [
  'january janvier janeiro enero januari',
  'february fevrier fevereiro febrero februari',
  'march mars marco marzo machi',
  'april avril abril aprili',
  'may mai maio mayo mei',
  'june juin junho junio juni',
  'july juillet julho julio julai',
  'august aout agosto agosti',
  'september septembre setembro septiembre setiembre septemba',
  'october octobre outubro octubre oktoba',
  'november novembre novembro noviembre novemba',
  'december decembre dezembro diciembre desemba',
].map((names) => names.split(' '))

const SHORTEST = 3

/** 1 to 12 for a folded name or its beginning; null when it is none, or of two months. */
export function monthOf(word: string): number | null {
  if (word.length < SHORTEST) return null
  const months = MONTHS.flatMap((names, index) => (names.some((name) => name.startsWith(word)) ? [index + 1] : []))
  return months.length === 1 ? (months[0] ?? null) : null
}
