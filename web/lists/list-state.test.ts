import { expect, test } from 'vitest'
import { listStateOf, shownColumns, stateFrom, stateText, textIn, wordIn } from './list-state.ts'

const shape = {
  sorts: ['name', '-name', 'joined'],
  columns: ['name', 'phone', 'email', 'kind'],
  shown: ['name', 'phone', 'kind'],
}

test('what is usual does not stand in the address', () => {
  expect(listStateOf(shape, { search: ' ', sort: 'name', columns: 'name,phone,kind' })).toEqual({})
})

test('what differs is kept, columns in the order of the list', () => {
  expect(listStateOf(shape, { search: ' Ada ', sort: '-name', columns: 'email,name' })).toEqual({
    search: 'Ada',
    sort: '-name',
    columns: 'name,email',
  })
})

test.each([
  { sort: 'password' },
  { sort: 'function toString() { [native code] }' },
  { sort: ['name'] },
  { columns: 'secret,other' },
  { columns: ['name'] },
  { columns: '' },
  { search: { a: 1 } },
  { page: '4' },
])('%j is left out', (address) => {
  expect(listStateOf(shape, address)).toEqual({})
})

test('unknown columns are left out beside known ones', () => {
  expect(listStateOf(shape, { columns: 'name,secret,email' })).toEqual({ columns: 'name,email' })
})

test('a list without sorts and columns keeps only its search', () => {
  expect(listStateOf({}, { search: 803, sort: 'name', columns: 'name' })).toEqual({ search: '803' })
})

test('a search is cut to what the server takes', () => {
  expect(textIn('x'.repeat(500))).toHaveLength(100)
})

test('a word is one of the known ones or none', () => {
  expect(wordIn(['yes', 'no'], 'no')).toBe('no')
  expect(wordIn(['yes', 'no'], 'maybe')).toBeUndefined()
})

test('the usual columns are shown until others are chosen', () => {
  expect(shownColumns(shape, {})).toEqual(['name', 'phone', 'kind'])
  expect(shownColumns(shape, { columns: 'name,email' })).toEqual(['name', 'email'])
})

test('a state that was kept as text comes back as it was', () => {
  const state = { search: 'Ọkáfọ̀r & sons = 100%', kind: 'first_timer', columns: 'name,email' }
  expect(stateFrom(stateText(state))).toEqual(state)
  expect(stateText({ search: '', kind: undefined })).toBe('')
})
