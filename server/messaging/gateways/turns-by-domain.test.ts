import { expect, test } from 'vitest'
import { turnsByDomain } from './turns-by-domain.ts'

test('emails to one domain leave at its rate, and one domain does not hold up another', async () => {
  let now = 1_000
  const waited: [string, number][] = []
  let of = ''
  const turn = turnsByDomain(4, { now: () => now, wait: async (milliseconds) => void waited.push([of, milliseconds]) })
  for (of of [
    'a@large.example',
    'b@large.example',
    'c@small.example',
    'd@large.example',
    '"x@small.example"@large.example',
  ])
    await turn(of)
  expect(waited).toEqual([
    ['b@large.example', 250],
    ['d@large.example', 500],
    ['"x@small.example"@large.example', 750],
  ])
  waited.length = 0
  // Whoever comes later than that waits for nothing.
  now = 2_500
  for (of of ['e@large.example', 'f@small.example']) await turn(of)
  expect(waited).toEqual([])
})
