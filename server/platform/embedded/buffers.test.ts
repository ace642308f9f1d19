import { expect, test } from 'vitest'
import { buffersFor } from './postmaster.ts'

const GB = 1024 ** 3

test('an eighth of the memory is kept for tables, from the default on and never much', () => {
  expect(buffersFor(GB / 2)).toBe('shared_buffers=128MB')
  expect(buffersFor(4 * GB)).toBe('shared_buffers=512MB')
  expect(buffersFor(64 * GB)).toBe('shared_buffers=1024MB')
})

test('memory that is no whole number of megabytes is taken for the whole ones in it', () => {
  expect(buffersFor(3 * GB + 1)).toBe('shared_buffers=384MB')
})
