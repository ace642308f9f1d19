import { expect, test } from 'vitest'
import { toBitmap } from './bitmap.ts'

const [black, white, grey, clear] = [
  [0, 0, 0, 255],
  [255, 255, 255, 255],
  [128, 128, 128, 255],
  [0, 0, 0, 0],
]
const picture = (width: number, dots: (number[] | undefined)[]) => ({
  width,
  height: dots.length / width,
  data: dots.flatMap((dot) => dot ?? []),
})

test('eight dots make a byte, the first one its highest bit', () => {
  const { bytes, rowBytes } = toBitmap(picture(8, [black, white, white, white, white, white, white, black]))
  expect(rowBytes).toBe(1)
  expect([...bytes]).toEqual([0b1000_0001])
})

test('a row of nine dots takes two bytes, and the next row begins with a new one', () => {
  const row = [white, white, white, white, white, white, white, white, black]
  expect([...toBitmap(picture(9, [...row, ...row])).bytes]).toEqual([0, 0x80, 0, 0x80])
})

test('a grey edge is ink, and what is not drawn is paper', () => {
  expect([...toBitmap(picture(8, [grey, clear, clear, clear, clear, clear, clear, clear])).bytes]).toEqual([0x80])
})
