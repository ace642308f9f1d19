import { expect, test } from 'vitest'
import { ApiError } from '../../platform/http/index.ts'
import { checkPerson, faultOfBirthday, JOINED_EARLIEST, type PersonFields } from './check-person.ts'

const nobody: PersonFields = {
  firstName: 'Ada',
  lastName: 'Obi',
  email: null,
  phone: null,
  kind: 'member',
  gender: null,
  maritalStatus: null,
  birthDay: null,
  birthMonth: null,
  birthYear: null,
  address: null,
  joinedOn: '2026-01-01',
}

/** The fields at fault. In Lagos it is 1 March already. */
function faultsOf(fields: Partial<PersonFields>): string[] {
  try {
    const at = new Date('2026-02-28T23:30:00Z')
    checkPerson({ ...nobody, ...fields }, { isoCode: 'NG', timeZone: 'Africa/Lagos', at })
    return []
  } catch (error) {
    return error instanceof ApiError ? Object.keys(error.fields ?? {}) : [String(error)]
  }
}

test('a person has joined by tomorrow of the church at the latest, and not before 1900', () => {
  const days = [JOINED_EARLIEST, '2026-03-02', '2026-03-03', '1899-12-31']
  expect(days.filter((joinedOn) => faultsOf({ joinedOn }).length > 0)).toEqual(['2026-03-03', '1899-12-31'])
})

test('a person is born by today of the church, in this month or in this year', () => {
  const born = (birthDay: number | null, birthMonth: number | null) =>
    faultsOf({ birthDay, birthMonth, birthYear: 2026 })
  expect([born(1, 3), born(null, 3), born(null, null)]).toEqual([[], [], []])
  expect([born(2, 3), born(null, 4)]).toEqual([['birthYear'], ['birthYear']])
})

test.each([
  [{ birthDay: 29, birthMonth: 2, birthYear: null }, null],
  [{ birthDay: 29, birthMonth: 2, birthYear: 2024 }, null],
  [{ birthDay: 29, birthMonth: 2, birthYear: 2023 }, 'birthDay'],
  [{ birthDay: 31, birthMonth: 4, birthYear: null }, 'birthDay'],
  [{ birthDay: 5, birthMonth: null, birthYear: 1990 }, 'birthMonth'],
  [{ birthDay: null, birthMonth: null, birthYear: 1990 }, null],
])('the birthday %j has its fault at %s', (birthday, field) => {
  expect(faultOfBirthday(birthday, '2026-03-01')?.field ?? null).toBe(field)
})
