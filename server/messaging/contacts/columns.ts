import { isBlankRow } from '../../platform/spreadsheets/index.ts'

type ColumnRole = 'mobile' | 'phone' | 'maybe_phone' | 'first_name' | 'last_name' | 'name' | 'other'

const MOBILE = wordList(
  'mobile mobiles cell cellphone cellular whatsapp gsm sms msisdn portable celular handy movil telemovel cellulaire جوال موبايل',
)
const PHONE = wordList(
  'phone phones telephone telephones tel telefone telefono telefon telefonnummer phonenumber phonenumbers mobilenumber mobileno mobilephone phoneno simu lambar waya ekwenti هاتف تليفون ስልክ',
)
const MAYBE_PHONE = wordList('number numbers numero numeros num nummer no nr nos contact contacts nomba رقم')
const FIRST = wordList('first firstname given givenname forename forenames prenom prenoms christian fname vorname')
const LAST = wordList('last lastname surname surnames family familyname lname nachname sobrenome apellido apellidos')
const NAME = wordList('name names fullname nom noms nombre nombres nome jina suna aha oruko igama اسم الاسم ስም')
/** Beside these words a phone or a name is somebody else's, or none. */
const NOT_OF_THE_PERSON = wordList(
  'church group company organisation organization organizer department unit school file user username parent father mother spouse husband wife kin guardian emergency nickname phonetic label type fax email mail adresse date',
)
/** Beside these words a number is not to be dialled, and a name is of no person. */
const NOT_OF_A_PHONE = wordList(
  'id s sn serial card membership member bank account house street address city branch birth dob code gender sex since status middle nick',
)

/** What a column holds by its heading, in the usual languages; null when the heading says nothing. */
function roleOfHeading(heading: string): ColumnRole | null {
  const words = headingWords(heading)
  const has = (list: Set<string>): boolean => words.some((word) => list.has(word))
  if (words.length === 0 || words.length > 8) return null
  if (has(NOT_OF_THE_PERSON)) return 'other'
  if (has(MOBILE)) return 'mobile'
  if (has(PHONE)) return 'phone'
  if (has(NOT_OF_A_PHONE)) return 'other'
  return nameRole(has) ?? (has(MAYBE_PHONE) ? 'maybe_phone' : null)
}

function nameRole(has: (list: Set<string>) => boolean): ColumnRole | null {
  if (has(FIRST)) return has(LAST) ? 'name' : 'first_name'
  if (has(LAST)) return 'last_name'
  return has(NAME) ? 'name' : null
}

/** "Numéro_de Téléphone 1" as numero, de, telephone; a word stuck to its number too: phone1. */
function headingWords(heading: string): string[] {
  const plain = heading.slice(0, 80).normalize('NFKD').replace(/\p{M}/gu, '')
  return (
    plain
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  )
}

function wordList(words: string): Set<string> {
  return new Set(words.split(' '))
}

/** Where a table keeps what a contact needs. Columns are tried in order. */
export type Columns = {
  /** Index of the first row of data. */
  firstRow: number
  phones: number[]
  /** Columns that make up the name, first name first. */
  names: number[]
  /** Used when those are empty. */
  otherNames: number[]
  /** Numbers without people: every cell is one. */
  everyCell: boolean
}

type IsPhone = (cell: string) => boolean

const TITLE_ROWS = 10
const SAMPLE_ROWS = 200
const SAMPLE_CELLS = 100
const PHONE_ROLES: ColumnRole[] = ['mobile', 'phone', 'maybe_phone']

/** Finds the columns by their headings, and where these are missing or say nothing, by what stands in them. */
export function findColumns(rows: string[][], isPhone: IsPhone): Columns {
  const header = headerRow(rows, isPhone)
  const roles = header >= 0 ? (rows[header] ?? []).map(roleOfHeading) : []
  const sample = sampleOf(rows, header + 1)
  const counts = phoneCounts(sample, isPhone)
  const phones = phonesByHeading(roles, counts) ?? phonesByContent(roles, counts)
  const headed = namesByHeading(roles)
  const names = headed.names.length > 0 ? headed.names : nameByContent(sample, [...phones, ...known(roles)], isPhone)
  const everyCell = header < 0 && names.length === 0 && isNumbersOnly(sample)
  return { firstRow: header >= 0 ? header + 1 : dataStart(rows, phones[0]), phones, ...headed, names, everyCell }
}

/** The row with most headings above the first number; titles may stand above it. */
function headerRow(rows: string[][], isPhone: IsPhone): number {
  let best = { index: -1, headings: 0 }
  for (let index = 0, seen = 0; index < rows.length && seen < TITLE_ROWS; index += 1) {
    const cells = (rows[index] ?? []).slice(0, SAMPLE_CELLS)
    if (cells.some(isPhone)) break
    if (!isBlankRow(cells)) seen += 1
    const roles = cells.map(roleOfHeading).filter((role) => role !== null)
    const isHeader = roles.length > 1 || roles.some((role) => PHONE_ROLES.includes(role))
    if (isHeader && roles.length >= best.headings) best = { index, headings: roles.length }
  }
  return best.index
}

const hasLetters = (cell: string): boolean => /\p{L}/u.test(cell)

function isNumbersOnly(sample: string[][]): boolean {
  const cells = sample.flat().filter((cell) => cell.trim() !== '')
  return cells.filter(hasLetters).length * 10 <= cells.length
}

/** Headings in a language that is not known: words where every other row has a number. */
function dataStart(rows: string[][], phoneColumn: number | undefined): number {
  const first = rows.findIndex((row) => !isBlankRow(row))
  const cell = (rows[first]?.[phoneColumn ?? 0] ?? '').trim()
  const isHeading =
    /^\p{L}[\p{L}\p{M}\s._-]+$/u.test(cell) && !/^(?:n\.?a|nil|none|null|unknown|no|non|aucun)\.?$/i.test(cell)
  return isHeading && (rows[first]?.length ?? 0) > 0 ? first + 1 : Math.max(first, 0)
}

function sampleOf(rows: string[][], from: number): string[][] {
  const sample: string[][] = []
  for (let index = from; index < rows.length && sample.length < SAMPLE_ROWS; index += 1) {
    const row = rows[index] ?? []
    if (!isBlankRow(row)) sample.push(row.slice(0, SAMPLE_CELLS))
  }
  return sample
}

function phoneCounts(sample: string[][], isPhone: IsPhone): number[] {
  const counts: number[] = []
  for (const row of sample)
    for (const [column, cell] of row.entries()) if (isPhone(cell)) counts[column] = (counts[column] ?? 0) + 1
  return Array.from(counts, (count) => count ?? 0)
}

/**
 * Mobiles before other phones, "number" or "contact" only when nothing says phone. A column that says phone is taken
 * even when it is empty: the phone beside it may be that of the next of kin.
 */
function phonesByHeading(roles: (ColumnRole | null)[], counts: number[]): number[] | null {
  const columns = PHONE_ROLES.map((role) => roles.flatMap((each, column) => (each === role ? [column] : [])))
  const [mobile = [], phone = [], maybe = []] = columns
  if (mobile.length + phone.length > 0) return [...mobile, ...phone]
  return maybe.some((column) => (counts[column] ?? 0) > 0) ? byCount(maybe, counts) : null
}

function phonesByContent(roles: (ColumnRole | null)[], counts: number[]): number[] {
  const usable = counts.map((count, column) => (roles[column] === 'other' ? 0 : count))
  const most = Math.max(0, ...usable)
  return byCount(
    usable.flatMap((count, column) => (count > 0 && count * 2 >= most ? [column] : [])),
    usable,
  )
}

function byCount(columns: number[], counts: number[]): number[] {
  return columns.toSorted((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a - b)
}

function namesByHeading(roles: (ColumnRole | null)[]): Pick<Columns, 'names' | 'otherNames'> {
  const [first, last, whole] = [roles.indexOf('first_name'), roles.indexOf('last_name'), roles.indexOf('name')]
  const present = (...columns: number[]): number[] => columns.filter((column) => column >= 0)
  if (first >= 0)
    return { names: present(first, last >= 0 ? last : whole), otherNames: present(whole, last).slice(0, 1) }
  return { names: present(whole, last), otherNames: [] }
}

const known = (roles: (ColumnRole | null)[]): number[] => roles.flatMap((role, column) => (role ? [column] : []))

/** The leftmost of the columns whose texts differ most: a column of towns or of "Mr" repeats itself. */
function nameByContent(sample: string[][], taken: number[], isPhone: IsPhone): number[] {
  const width = Math.max(0, ...sample.map((row) => row.length))
  const distinct = Array.from({ length: width }, (_, column) => {
    const texts = sample.map((row) => (row[column] ?? '').trim()).filter((cell) => isNameLike(cell) && !isPhone(cell))
    return taken.includes(column) || texts.length * 3 < sample.length ? 0 : new Set(texts).size
  })
  const most = Math.max(0, ...distinct)
  const column = distinct.findIndex((count) => count > 0 && count >= most * 0.8)
  return column >= 0 ? [column] : []
}

const isNameLike = (cell: string): boolean =>
  hasLetters(cell) && !cell.includes('@') && (cell.match(/\d/g)?.length ?? 0) < 4
