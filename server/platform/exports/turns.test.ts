import { expect, test } from 'vitest'
import { takeTurns } from './turns.ts'

const stay = new AbortController().signal

/** Work that lasts until it is told to end, and tells that it has begun. */
function lasting(name: string, begun: string[]) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const work = async (): Promise<void> => {
    begun.push(name)
    await promise
  }
  return { work, finish: resolve }
}

test('a church has one file made at a time, and another church does not wait for its second', async () => {
  const turns = takeTurns()
  const begun: string[] = []
  const works = ['church', 'church', 'another', 'third'].map((owner, index) => ({
    owner,
    ...lasting(`${owner} ${index}`, begun),
  }))
  const all = works.map(({ owner, work }) => turns.inTurn(owner, stay, work))
  expect(begun).toEqual([])
  await Promise.resolve()
  expect(begun).toEqual(['church 0', 'another 2'])
  works[2]?.finish()
  await all[2]
  await Promise.resolve()
  expect(begun).toEqual(['church 0', 'another 2', 'third 3'])
  for (const { finish } of works) finish()
  await Promise.all(all)
  expect(begun).toHaveLength(4)
})

test('who leaves while waiting is not called', async () => {
  const turns = takeTurns()
  const begun: string[] = []
  const first = lasting('first', begun)
  const leaving = new AbortController()
  const making = turns.inTurn('church', stay, first.work)
  const waiting = turns.inTurn('church', leaving.signal, lasting('second', begun).work)
  leaving.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  first.finish()
  await making
  await turns.inTurn('church', stay, async () => void begun.push('third'))
  expect(begun).toEqual(['first', 'third'])
})
