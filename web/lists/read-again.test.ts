import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { readAgain } from './read-again.ts'

const queryKey = ['people']

/** A list in sight whose answers are let go one by one; each says what the server knew when it was asked. */
function slowList() {
  const server = { knows: 'before', asked: 0 }
  const answers: (() => void)[] = []
  const queryFn = () => {
    const known = server.knows
    server.asked += 1
    return new Promise<string>((resolve) => answers.push(() => resolve(known)))
  }
  const client = new QueryClient()
  const inSight = new QueryObserver(client, { queryKey, queryFn })
  const stop = inSight.subscribe(() => undefined)
  const answer = async (): Promise<void> => {
    await expect.poll(() => answers.length).toBe(1)
    answers.shift()?.()
  }
  return { server, client, answer, stop, shown: () => client.getQueryData(queryKey) }
}

test('what was being read while it changed is read once more', async () => {
  const { server, client, answer, stop, shown } = slowList()
  server.knows = 'after'
  const read = readAgain(client, queryKey)
  await answer()
  await answer()
  await read
  expect([shown(), server.asked]).toEqual(['after', 2])
  stop()
})

test('what was not being read is read once', async () => {
  const { server, client, answer, stop, shown } = slowList()
  await answer()
  await expect.poll(shown).toBe('before')
  server.knows = 'after'
  const read = readAgain(client, queryKey)
  await answer()
  await read
  expect([shown(), server.asked]).toEqual(['after', 2])
  stop()
})
