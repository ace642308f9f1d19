import type { ImportField } from '#contract/people/imports.ts'
import { isNothing } from './clean-cell.ts'
import { roleOfHeading, type HeadingRole } from './heading-words.ts'
import { cleanEmail } from '../persons/clean-email.ts'
import { meaningOf } from './words.ts'

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
