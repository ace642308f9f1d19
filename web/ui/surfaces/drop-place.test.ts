import { expect, test } from 'vitest'
import { placeOf } from './drop-place.ts'

const view = { top: 0, bottom: 800, left: 0, right: 1280, height: 800 }
const buttonAt = (top: number, left = 100) => ({ top, bottom: top + 40, left, right: left + 100 })
const panel = { width: 336, height: 300 }

test('a dropdown stands below its button, at the edge that is asked for', () => {
  expect(placeOf(buttonAt(100), panel, view, 'start')).toMatchObject({ side: 'below', offset: 144, left: 100 })
  expect(placeOf(buttonAt(100, 600), panel, view, 'end')).toMatchObject({ side: 'below', left: 700 - 336 })
})

test('it opens upwards where there is room above only, held at its lower edge', () => {
  expect(placeOf(buttonAt(700), panel, view, 'start')).toMatchObject({ side: 'above', offset: 104 })
})

test('where it fits nowhere it takes the larger side and is no higher than that', () => {
  const high = { width: 336, height: 900 }
  expect(placeOf(buttonAt(100), high, view, 'start')).toMatchObject({ side: 'below', maxHeight: 800 - 8 - 144 })
  expect(placeOf(buttonAt(500), high, view, 'start')).toMatchObject({ side: 'above', maxHeight: 500 - 4 - 8 })
})

test('sideways it stays in the window, whatever edge it begins at', () => {
  expect(placeOf(buttonAt(100, 1100), panel, view, 'start').left).toBe(1280 - 8 - 336)
  expect(placeOf(buttonAt(100, 20), panel, view, 'end').left).toBe(8)
  const narrow = { ...view, right: 320 }
  expect(placeOf(buttonAt(100, 200), panel, narrow, 'end').left).toBe(8)
})

test('a list under a field begins where the field does', () => {
  expect(placeOf(buttonAt(100, 4), { width: 100, height: 200 }, view, 'both').left).toBe(4)
})

test('what the keyboard of a phone covers is no room', () => {
  const typing = { ...view, bottom: 400 }
  expect(placeOf(buttonAt(320), panel, typing, 'both')).toMatchObject({ side: 'above', offset: 484, maxHeight: 308 })
})
