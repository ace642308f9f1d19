import { expect, test } from 'vitest'
import { toEscPos } from './esc-pos.ts'

test('a small label is one picture between reset and knife', () => {
  const bytes = toEscPos({ width: 16, height: 2, rowBytes: 2, bytes: Uint8Array.of(1, 2, 3, 4) })
  const raster = [0x1d, 0x76, 0x30, 0, 2, 0, 2, 0]
  expect([...bytes]).toEqual([0x1b, 0x40, 0x1b, 0x61, 1, ...raster, 1, 2, 3, 4, 0x1b, 0x64, 3, 0x1d, 0x56, 66, 0])
})

test('a long label comes in bands, which together are all of it', () => {
  const picture = Uint8Array.from({ length: 300 }, (_, row) => row % 256)
  const bytes = [...toEscPos({ width: 8, height: 300, rowBytes: 1, bytes: picture })]
  const rows: number[] = []
  for (let at = 5; bytes[at] === 0x1d && bytes[at + 1] === 0x76;) {
    const count = (bytes[at + 6] ?? 0) + (bytes[at + 7] ?? 0) * 256
    rows.push(...bytes.slice(at + 8, at + 8 + count))
    at += 8 + count
  }
  expect(rows).toEqual([...picture])
})
