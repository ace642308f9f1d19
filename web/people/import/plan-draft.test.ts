import { expect, test } from 'vitest'
import { chooseField, columnLetter, firstPlan, guessOrder, hasName } from './plan-draft.ts'

const column = (heading: string, samples: string[], suggested: 'fullName' | 'birthday' | 'phone' | null = null) => ({
  heading,
  samples,
  suggested,
})

test('begins with what the server suggests, changes nobody, and takes a row without the value that cannot be read', () => {
  const columns = [column('Name', ['Ada Obi'], 'fullName'), column('Town', ['Lagos'])]
  expect(firstPlan({ columns, plan: null })).toEqual({
    fields: ['fullName', null],
    kind: 'member',
    groupId: null,
    makeGroups: true,
    dateOrder: 'dmy',
    whenThere: 'skip',
    whenBroken: 'leave_value',
  })
})

test('begins with the plan of the last dry run', () => {
  const plan = { ...firstPlan({ columns: [], plan: null }), kind: 'new_convert' as const }
  expect(firstPlan({ columns: [column('Name', [])], plan })).toBe(plan)
})

test('the samples tell how days are written, where only one order makes a day of them', () => {
  const orderOf = (...samples: string[]) => guessOrder([column('DOB', samples)], ['birthday'])
  expect(orderOf('31/12/1990')).toBe('dmy')
  expect(orderOf('12/31/1990')).toBe('mdy')
  expect(orderOf('1990-12-31')).toBe('ymd')
  expect(orderOf('04/05/1990', '5/6/91', '06/25/1990')).toBe('mdy')
  expect(orderOf('12 May 1990', '')).toBe('dmy')
  expect(guessOrder([column('Code', ['12/31/1990'])], [null])).toBe('dmy')
})

test('a field that is chosen for a second column leaves the first', () => {
  expect(chooseField(['phone', null], 1, 'phone')).toEqual({ fields: [null, 'phone'], takenFrom: 0 })
  expect(chooseField(['phone', null], 0, 'phone')).toEqual({ fields: ['phone', null], takenFrom: null })
  expect(chooseField(['phone', null], 0, null)).toEqual({ fields: [null, null], takenFrom: null })
})

test('a name may be whole or only one of its parts', () => {
  expect(hasName(['phone', 'lastName'])).toBe(true)
  expect(hasName(['phone', null])).toBe(false)
})

test('columns are called by letters as spreadsheets do', () => {
  expect([0, 25, 26, 199].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'GR'])
})
