import type { ImportField } from '#contract/people/imports.ts'
import { isNothing, meaningOf } from './cell-words.ts'
import { cleanEmail } from '../../platform/clean-email.ts'
import { foldText } from '../../platform/fold-text.ts'

type Suggested = ImportField | null
type IsPhone = (cell: string) => boolean

/** What each column probably is, by its heading and by what stands in it; each field once. `values` are by column. */
export function suggestFields(headings: readonly string[], values: readonly string[][], isPhone: IsPhone): Suggested[] {
  const filled = values.map((cells) => cells.filter((cell) => !isNothing(cell)))
  const roles = headings.map(roleOfHeading).map((role, column) => settled(role, filled[column] ?? [], isPhone))
  const fields = onceEach(birthParts(names(roles)))
  return withContent(fields, { roles, filled, isPhone })
}

/** A heading that may mean two things means what stands under it. */
function settled(role: HeadingRole | null, cells: string[], isPhone: IsPhone): HeadingRole | null {
  if (role === 'number') return mostly(cells, isPhone) ? 'phone' : 'other'
  if (role !== 'kind' || cells.length === 0) return role
  if (mostly(cells, (cell) => meaningOf('maritalStatus', cell) !== null)) return 'maritalStatus'
  return cells.some((cell) => meaningOf('kind', cell) !== null) ? 'kind' : 'other'
}

const mostly = (cells: string[], matches: (cell: string) => boolean): boolean =>
  cells.length > 0 && cells.filter(matches).length * 2 > cells.length

/** "Nom" is the last name beside "Prénom", "Nombre" the first beside "Apellido", and the whole name alone. */
function names(roles: (HeadingRole | null)[]): (HeadingRole | null)[] {
  const [hasFirst, hasLast] = [roles.includes('firstName'), roles.includes('lastName')]
  const meant = hasFirst && hasLast ? 'other' : hasFirst ? 'lastName' : hasLast ? 'firstName' : 'fullName'
  return roles.map((role) => (role === 'name' ? meant : role))
}

/** "Birth day" without a month beside it is the whole date. */
function birthParts(roles: (HeadingRole | null)[]): (HeadingRole | null)[] {
  if (roles.includes('birthMonth')) return roles
  return roles.map((role) => (role === 'birthDay' ? 'birthday' : role))
}

/** Mobiles before other phones, and otherwise the column that stands first. */
function onceEach(roles: (HeadingRole | null)[]): Suggested[] {
  const hasMobile = roles.includes('mobile')
  const fields = roles.map((role) => {
    if (role === 'mobile') return 'phone'
    if (role === null || role === 'other' || role === 'number' || role === 'name') return null
    return role === 'phone' && hasMobile ? null : role
  })
  return fields.map((field, column) => (fields.indexOf(field) === column ? field : null))
}

type Content = { roles: (HeadingRole | null)[]; filled: string[][]; isPhone: IsPhone }

/** Columns whose heading says nothing, by their values. */
function withContent(fields: Suggested[], { roles, filled, isPhone }: Content): Suggested[] {
  const suggested = [...fields]
  const signs: [ImportField, (cell: string) => boolean][] = [
    ['phone', isPhone],
    ['email', (cell) => cell.includes('@') && Boolean(cleanEmail(cell))],
    ['gender', (cell) => meaningOf('gender', cell) !== null],
    ['maritalStatus', (cell) => meaningOf('maritalStatus', cell) !== null],
    ['kind', (cell) => meaningOf('kind', cell) !== null],
  ]
  for (const [field, matches] of signs) {
    const column = filled.findIndex((cells, index) => isFree(index) && mostly(cells, matches))
    if (column >= 0 && !suggested.includes(field)) suggested[column] = field
  }
  const column = nameColumn(filled.map((cells, index) => (isFree(index) ? cells : [])))
  if (column >= 0 && !suggested.some((field) => field?.endsWith('Name'))) suggested[column] = 'fullName'
  return suggested

  function isFree(index: number): boolean {
    return roles[index] === null && suggested[index] === null
  }
}

/** The leftmost of the columns whose texts differ most: a column of towns or of "Mr" repeats itself. */
function nameColumn(filled: string[][]): number {
  const distinct = filled.map((cells) => new Set(cells.filter(isNameLike)).size)
  const most = Math.max(0, ...distinct)
  return distinct.findIndex((count) => count > 0 && count >= most * 0.8)
}

const isNameLike = (cell: string): boolean => /\p{L}/u.test(cell) && !/[@\d]/.test(cell)

/**
 * What a heading says. `name` is a whole name, or the first or last one where the other stands beside it; `number` is a
 * phone when the values are phones; `other` is of somebody else, or nothing that we keep.
 */
type HeadingRole = ImportField | 'mobile' | 'name' | 'number' | 'other'

/** In this order: "e-mail address" is no address, "cell group" no phone, "date joined church" no church. */
const RULES: [HeadingRole, RegExp][] = [
  [
    'joinedOn',
    /join|member(?:ship)? (?:since|date)|regist(?:ered|ration)|visit (?:date|on)|(?:date|first) (?:of )?visit|adhesion|depuis|inscri|ingres|desde|kujiunga|alijiunga/,
  ],
  [
    'other',
    /what is wrong|spouse|husband|wife|father|mother|parent|next of kin|\bkin\b|guardian|emergency|conjoint|epou[sx]|\bpere\b|\bmere\b|tuteur|\bpai\b|\bmae\b|padre|madre|mzazi|nick ?name|user ?name|middle|maiden|\btitle\b|\btitre\b|titulo|\bplace\b|\blieu\b|lugar|\bmahali\b|\bfax\b|company|school|account/,
  ],
  ['email', /e ?mail|\bmail\b|courriel|correo|correio|barua pepe/],
  ['birthMonth', /birth ?month|month of birth|mois de naissance|mes de na[sc]|mwezi|^months?$|^mois$|^mes$/],
  ['birthYear', /birth ?year|year of birth|\by ?o ?b\b|annee|ano de na[sc]|mwaka|^years?$|^ano$/],
  [
    'birthDay',
    /birth ?day day|day of birth|jour de naissance|dia de na[sc]|siku ya|^days?$|^jours?$|^dia$|^birth day$/,
  ],
  [
    'birthday',
    /\bd ?o ?b\b|birth|\bborn\b|naissance|\bne e? ?le\b|nascimento|nacimiento|cumpleanos|aniversario|anniversaire|kuzaliwa/,
  ],
  ['gender', /\bgender\b|\bsexe?\b|\bsexo\b|\bgenero\b|\bgenre\b|jinsia/],
  ['maritalStatus', /marital|marriage|married|matrimonial|\bcivil\b|situation familiale|ndoa/],
  [
    'group',
    /\bgroups?\b|groupes?|grupos?|department|departement|departamento|ministr|ministere|ministerio|\bunits?\b|fellowship|\bteams?\b|equipe|vikundi|kikundi|idara|\bchoir\b/,
  ],
  [
    'mobile',
    /mobile|\bcell(?: ?phone)?s?\b|cellular|whats ?app|\bgsm\b|\bsms\b|msisdn|portable|celular|telemovel|\bmovil\b|handy|جوال|موبايل/,
  ],
  ['phone', /phone|telef|\btel\b|\bsimu\b|lambar waya|ekwenti|هاتف|تليفون|ስልክ/],
  ['address', /address|adresse|direccion|endereco|domicil|residence|\bstreet\b|anwani|makazi|\brua\b/],
  ['kind', /\bkind\b|\bstatus\b|\btype\b|categor|statut|\bestado\b|situacao|\baina\b|\bhali\b|membership/],
]
const FIRST =
  /\bfirst\b|\bfirst ?name|given|fore ?name|prenom|christian name|\bfname\b|vorname|primer nombre|primeiro nome|jina la kwanza|other names?/
const LAST =
  /\blast\b|last ?name|sur ?name|family ?name|\blname\b|nachname|sobrenome|apelido|apellido|nom de famille|ukoo|jina la mwisho|post ?nom/
const WHOLE =
  /\bfull ?name|\bnames?\b|\bnoms?\b|\bnomes?\b|\bnombres?\b|\bjina\b|\bmajina\b|\bsuna\b|\baha\b|\boruko\b|\bigama\b|الاسم|اسم|ስም/
const NUMBER = /\bnumbers?\b|numeros?|\bnum\b|\bno\b|\bcontacts?\b|\bnomba\b|رقم/
const LONGEST_HEADING = 80

/** What a column holds by its heading, in English, French, Portuguese, Spanish, Swahili and others; null: it says nothing. */
export function roleOfHeading(heading: string): HeadingRole | null {
  const words = foldText(heading.slice(0, LONGEST_HEADING).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .replace(/\d+/g, ' ')
    .trim()
  if (words === '' || words.split(' ').length > 8 || heading.includes('@')) return null
  const [role] = RULES.find(([, rule]) => rule.test(words)) ?? []
  return role ?? nameRole(words) ?? (NUMBER.test(words) ? 'number' : null)
}

function nameRole(words: string): HeadingRole | null {
  if (FIRST.test(words)) return LAST.test(words) || /\bnom et\b|\bnoms et\b/.test(words) ? 'fullName' : 'firstName'
  if (LAST.test(words)) return 'lastName'
  if (/\bfull ?name|complet[oa]?\b|kamili/.test(words)) return 'fullName'
  return WHOLE.test(words) ? 'name' : null
}
