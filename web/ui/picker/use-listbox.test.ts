import { expect, test } from 'vitest'
import { meaningOf, nextPlace } from './use-listbox.ts'

const options = [{ id: 'a' }, { id: 'b', isDisabled: true }, { id: 'c' }]

test('the arrows step over what cannot be picked and go round at the ends', () => {
  expect(nextPlace(options, -1, 1)).toBe(0)
  expect(nextPlace(options, 0, 1)).toBe(2)
  expect(nextPlace(options, 2, 1)).toBe(0)
  expect(nextPlace(options, -1, -1)).toBe(2)
  expect(nextPlace(options, 2, -1)).toBe(0)
})

test('where nothing can be picked, nothing is reached', () => {
  expect(nextPlace([], -1, 1)).toBe(-1)
  expect(nextPlace([{ id: 'b', isDisabled: true }], -1, 1)).toBe(-1)
})

const standing = { isOpen: true, isPinned: false, hasActive: true, canDelete: false }

test('in an open list Enter picks what is gone to and Escape closes; in a shut one they mean what they mean elsewhere', () => {
  expect(meaningOf('Enter', standing)).toBe('pick')
  expect(meaningOf('Escape', standing)).toBe('close')
  expect(meaningOf('Enter', { ...standing, isOpen: false })).toBeNull()
  expect(meaningOf('Escape', { ...standing, isOpen: false })).toBeNull()
  expect(meaningOf('Enter', { ...standing, hasActive: false })).toBeNull()
})

test('arrows open a shut list; letters are typed', () => {
  expect(meaningOf('ArrowDown', { ...standing, isOpen: false })).toBe('next')
  expect(meaningOf('ArrowUp', { ...standing, isOpen: false })).toBe('previous')
  expect(meaningOf('a', standing)).toBeNull()
})

test('Delete takes away only where something can be taken away; else it deletes what is typed', () => {
  expect(meaningOf('Delete', { ...standing, canDelete: true })).toBe('delete')
  expect(meaningOf('Delete', standing)).toBeNull()
  expect(meaningOf('Delete', { ...standing, canDelete: true, hasActive: false })).toBeNull()
})

test('Escape in a list that stays leaves the dialog around it', () => {
  expect(meaningOf('Escape', { ...standing, isPinned: true })).toBeNull()
})
