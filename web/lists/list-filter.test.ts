import { expect, test } from 'vitest'
import { askedOf, idIn, listFilter, oneOf } from './list-filter.ts'
import { dayIn } from './list-state.ts'

const ID = '0197b5a4-0000-7000-8000-00000000000a'
const { of } = listFilter({
  name: 'people',
  path: '/tenant/people',
  shape: { sorts: ['name', '-name'], columns: ['name', 'phone'] },
  parts: { group: idIn, phone: oneOf(['yes', 'no']), from: dayIn },
})

test('a list takes from an address what it knows and what makes sense, and leaves the rest', () => {
  const address = { search: ' Ada ', sort: '-name', group: ID, phone: 'yes', from: '2026-11-22', page: '3' }
  expect(of(address)).toEqual({ search: 'Ada', sort: '-name', group: ID, phone: 'yes', from: '2026-11-22' })
  expect(of({ sort: 'name', group: 'all', phone: 'maybe', from: '2026-02-30' })).toEqual({})
})

test('a part that is no text, such as one that stands twice in an address, is no filter', () => {
  expect(of({ group: [ID, ID], phone: ['yes'], from: { day: 1 }, search: null })).toEqual({})
})

test('the server is asked for what is looked for, not for how that is shown', () => {
  expect(askedOf(of({ search: 'Ada', sort: '-name', columns: 'name', phone: 'no' }))).toEqual({
    search: 'Ada',
    phone: 'no',
  })
})

test('an id is one in whatever case, and nothing longer', () => {
  expect(idIn(ID.toUpperCase())).toBe(ID.toUpperCase())
  expect(idIn(`${ID}0`)).toBe('')
  expect(idIn(`${ID} or 1=1`)).toBe('')
})
