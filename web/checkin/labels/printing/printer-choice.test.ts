import { expect, test } from 'vitest'
import { readChoice } from './printer-choice.ts'

const ordinary = { way: 'browser', link: 'file', size: '62x40' }

test('a new device prints by the browser', () => {
  expect(readChoice(null)).toEqual(ordinary)
})

test('what was chosen is kept', () => {
  const kept = { way: 'zpl', link: 'usb', size: '100x50' }
  expect(readChoice(JSON.stringify(kept))).toEqual(kept)
})

test.each(['', '{', 'null', '[]', '{"way":"fax","link":7,"size":"a4"}'])(
  'what makes no sense is left out (%s)',
  (kept) => {
    expect(readChoice(kept)).toEqual(ordinary)
  },
)
