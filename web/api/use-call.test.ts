import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { listGroups } from '#contract/people/groups.ts'
import { listPeople } from '#contract/people/persons.ts'
import { ApiFailure } from './call.ts'
import { keyOf, read } from './queries.ts'
import { carryOut } from './use-call.ts'

function clientWithReads() {
  const client = new QueryClient()
  client.setQueryData([...keyOf(listPeople), null], { items: [], total: 0, nextCursor: null })
  client.setQueryData(read(listGroups).queryKey, [])
  const isOld = (endpoint: typeof listPeople | typeof listGroups) =>
    client.getQueryState([...keyOf(endpoint), null])?.isInvalidated
  return { client, isOld }
}

test('what a change names is read anew before it is said, the rest stays', async () => {
  const { client, isOld } = clientWithReads()
  const said: unknown[] = []
  const done = (answer: string) => void said.push(answer, isOld(listPeople))
  await carryOut(client, async () => 'saved', { refreshes: [listPeople], done })
  expect(said).toEqual(['saved', true])
  expect(isOld(listGroups)).toBe(false)
})

test('refused, what is in sight is old too; the refusal is told and thrown on', async () => {
  const { client, isOld } = clientWithReads()
  const refusal = new ApiFailure('changed_meanwhile', 409, '')
  const told: unknown[] = []
  const failed = (failure: ApiFailure) => void told.push(failure)
  const done = () => void told.push('done')
  const work = () => Promise.reject(refusal)
  await expect(carryOut(client, work, { refreshes: [listPeople], done, failed })).rejects.toBe(refusal)
  expect(told).toEqual([refusal])
  expect(isOld(listPeople)).toBe(true)
})

test('an answer that a read gives too stands there at once', async () => {
  const { client } = clientWithReads()
  const fills = read(listGroups)
  const groups = [{ id: 'a', name: 'Choir' }]
  await carryOut(client, async () => groups, { fills })
  expect(client.getQueryData<unknown>(fills.queryKey)).toEqual(groups)
})
