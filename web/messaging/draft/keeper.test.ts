import { expect, test } from 'vitest'
import { createKeeper } from './keeper.ts'

/** A server that refuses an older version, and loses as many answers as it is told to. */
function server() {
  const seen = { version: 0, text: '', loses: 0, puts: 0 }
  const put = async (version: number, text: string) => {
    seen.puts += 1
    if (text !== seen.text && version !== seen.version) throw new Error('changed meanwhile')
    if (text !== seen.text) Object.assign(seen, { version: seen.version + 1, text })
    await Promise.resolve()
    if (seen.loses > 0) {
      seen.loses -= 1
      throw new Error('lost')
    }
    return seen.version
  }
  return { seen, put }
}

test('saves go one after the other, and what is kept already is not sent again', async () => {
  const { seen, put } = server()
  const keeper = createKeeper({ version: 0, kept: '' }, put)
  expect(keeper.hasBegun()).toBe(false)
  expect(await Promise.all([keeper.save('a'), keeper.save('ab'), keeper.save('ab')])).toEqual([1, 2, 2])
  expect(seen).toMatchObject({ version: 2, text: 'ab', puts: 2 })
  expect(keeper.isKept('ab')).toBe(true)
})

test('after a lost answer it is not in conflict with itself', async () => {
  const { seen, put } = server()
  const keeper = createKeeper({ version: 0, kept: '' }, put)
  seen.loses = 1
  await expect(keeper.save('a')).rejects.toThrow('lost')
  expect(keeper.isKept('a')).toBe(false)
  expect(keeper.hasBegun()).toBe(true)
  expect(await keeper.save('ab')).toBe(2)
  expect(seen.text).toBe('ab')
})

test('what somebody else wrote is only written over on purpose', async () => {
  const { seen, put } = server()
  const keeper = createKeeper({ version: 0, kept: '' }, put)
  await keeper.save('mine')
  Object.assign(seen, { version: 5, text: 'theirs' })
  await expect(keeper.save('mine, longer')).rejects.toThrow('changed meanwhile')
  expect(seen.text).toBe('theirs')
  keeper.adopt(5)
  expect(await keeper.save('mine, longer')).toBe(6)
})
