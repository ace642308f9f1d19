import { exportChurchList } from '../../identity/index.ts'
import { z } from 'zod/mini'
import type { exportPeople as call } from '#contract/people/persons.ts'
import type { Received } from '#contract/endpoint.ts'
import type { Exporter } from '../writing/index.ts'
import { cursorPages, type ExportColumn } from '../../platform/exports/index.ts'
import { ApiError, type Download } from '../../platform/http/index.ts'
import { planFilter } from './list-people.ts'
import { exportedPeople, type ExportedPerson } from './list-store.ts'
import type { Birthday } from './check-person.ts'

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** A birthday for a file: 1990-03-07, and where a part is not known `7 March`, `March 1990`, `March` or `1990`. */
function birthdayText({ birthDay, birthMonth, birthYear }: Birthday): string {
  if (birthDay !== null && birthMonth !== null && birthYear !== null)
    return [birthYear, ...[birthMonth, birthDay].map((part) => `${part}`.padStart(2, '0'))].join('-')
  const month = birthMonth === null ? null : (MONTHS[birthMonth - 1] ?? null)
  return [birthDay, month, birthYear].filter((part) => part !== null).join(' ')
}

const IDS_MOST = 200
const kinds = { member: 'Member', first_timer: 'First timer', new_convert: 'New convert' }
const capital = (word: string | null): string => (word ? word.slice(0, 1).toUpperCase() + word.slice(1) : '')

/** Phones are texts; birthdays and groups are written so that our own import reads them again. */
const columns: ExportColumn<ExportedPerson>[] = [
  { id: 'firstName', heading: 'First name', value: (person) => person.firstName },
  { id: 'lastName', heading: 'Last name', value: (person) => person.lastName },
  { id: 'phone', heading: 'Phone', value: (person) => person.phone },
  { id: 'email', heading: 'Email', value: (person) => person.email },
  { id: 'groups', heading: 'Groups', value: (person) => person.groups },
  { id: 'kind', heading: 'Kind', value: (person) => kinds[person.kind] },
  { id: 'gender', heading: 'Gender', value: (person) => capital(person.gender) },
  { id: 'maritalStatus', heading: 'Marital status', value: (person) => capital(person.maritalStatus) },
  { id: 'birthday', heading: 'Date of birth', value: birthdayText },
  { id: 'address', heading: 'Address', value: (person) => person.address },
  { id: 'joined', heading: 'Joined', value: (person) => person.joinedOn },
]

/** Everybody who matches, or the ticked ones of them, as a file: one state of the list. */
export async function exportPeople(exporter: Exporter, query: Received<typeof call>['query']): Promise<Download> {
  const { sort = 'name', ids: list, ...asked } = query
  const ids = idsIn(list)
  return exportChurchList({
    ...exporter,
    query,
    list: 'people',
    columns,
    pages: async function* (tx) {
      yield* cursorPages(tx, exportedPeople(await planFilter(tx, asked), { sort, ids }))
    },
  })
}

/** Null: everybody who matches. */
function idsIn(list: string | undefined): string[] | null {
  if (list === undefined) return null
  const ids = z.array(z.uuid()).check(z.maxLength(IDS_MOST)).safeParse(list.split(',').filter(Boolean))
  if (ids.success) return ids.data
  throw new ApiError('invalid_input', { fields: { ids: `Write up to ${IDS_MOST} ids, split by commas.` } })
}
