import { expect, test } from 'vitest'
import { emptyClass, type ClassDraft } from './class-draft.ts'
import { emptyEvent, type EventDraft } from './draft.ts'
import { rebaseEvent } from './rebase.ts'

const oneClass = (key: string, part: Partial<ClassDraft> = {}): ClassDraft => ({
  ...emptyClass(),
  key,
  id: key,
  name: key,
  ...part,
})
const before: EventDraft = { ...emptyEvent, name: 'Service', place: 'Hall', classes: [oneClass('a'), oneClass('b')] }

test('what was not touched here becomes theirs, what was typed here stays', () => {
  const mine = { ...before, name: 'Thanksgiving' }
  const { draft, clashes } = rebaseEvent(mine, before, { ...before, place: 'Garden' })
  expect(draft).toMatchObject({ name: 'Thanksgiving', place: 'Garden' })
  expect(clashes).toEqual([])
})

test('a field that both changed is named', () => {
  const { draft, clashes } = rebaseEvent({ ...before, name: 'Mine' }, before, { ...before, name: 'Theirs' })
  expect(draft.name).toBe('Mine')
  expect(clashes).toEqual(['name'])
})

test('classes that came or went on either side did', () => {
  const mine = { ...before, classes: [oneClass('b', { capacity: '7' }), oneClass('mine')] }
  const theirs = { ...before, classes: [oneClass('a'), oneClass('b', { taken: 4 }), oneClass('theirs')] }
  const { draft, clashes } = rebaseEvent(mine, before, theirs)
  expect(draft.classes.map(({ key }) => key)).toEqual(['b', 'mine', 'theirs'])
  expect(draft.classes[0]).toMatchObject({ capacity: '7', taken: 4 })
  expect(clashes).toEqual(['classes'])
})

test('places that were taken meanwhile are no change', () => {
  const theirs = { ...before, classes: [oneClass('a', { taken: 9 }), oneClass('b')] }
  const { draft, clashes } = rebaseEvent({ ...before, place: 'Garden' }, before, theirs)
  expect(draft.classes[0]?.taken).toBe(9)
  expect(clashes).toEqual([])
})
