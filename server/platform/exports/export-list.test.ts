import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addGroup, listGroups } from '#server/people/index.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { until } from '#server/test-kit/until.ts'
import { exportList, type ExportedList } from './export-list.ts'

let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  church = await app.buildChurch()
})
afterAll(() => app.stop())

const stay = new AbortController().signal

async function open(list: Partial<ExportedList<string>>, gone = stay) {
  const { body } = await exportList<string>({
    database: app.server.context.database,
    scope: { tenantId: church.tenantId },
    query: { format: 'csv' },
    name: 'names',
    columns: [{ id: 'name', heading: 'Name', value: (name) => name }],
    pages: async function* () {
      yield ['Ada']
    },
    at: new Date(),
    ...list,
  })
  if (typeof body !== 'function') throw new Error('A file is made once somebody waits for it.')
  return body(gone)
}

const linesOf = async (file: Awaited<ReturnType<typeof open>>): Promise<string[]> =>
  (await buffer(file)).toString('utf8').slice(1).trimEnd().split('\r\n')

const addOne = (name: string): Promise<unknown> =>
  app.server.context.database.withTenant(church.tenantId, (tx) =>
    addGroup(tx, church.tenantId, { name, category: 'x' }),
  )

test('what is added while a file is made is not in it', async () => {
  await addOne('Choir')
  const file = await open({
    pages: async function* (tx) {
      yield (await listGroups(tx)).map(({ name }) => name)
      await addOne('Ushers')
      yield (await listGroups(tx)).map(({ name }) => name)
    },
  })
  expect(await linesOf(file)).toEqual(['Name', 'Choir', 'Choir'])
})

test('without its note there is no file', async () => {
  await expect(open({ note: () => Promise.reject(new Error('no note')) })).rejects.toThrow('no note')
  expect(await linesOf(await open({}))).toEqual(['Name', 'Ada'])
})

test('a client that leaves stops the work, whatever the format', async () => {
  for (const format of ['csv', 'xlsx', 'json', 'txt'] as const) {
    const leaving = new AbortController()
    let pages = 0
    const making = open(
      {
        query: { format },
        pages: async function* () {
          for (;;) {
            pages += 1
            if (pages === 3) leaving.abort(new Error('gone'))
            yield ['Ada']
          }
        },
      },
      leaving.signal,
    )
    await expect(making).rejects.toThrow('gone')
    expect(pages).toBe(3)
  }
})

test('a list that fails on the way gives no file, whatever the format, and the next one is made', async () => {
  for (const format of ['csv', 'xlsx', 'json', 'txt'] as const) {
    const failing = open({
      query: { format },
      pages: async function* () {
        yield ['Ada']
        throw new Error('the list failed')
      },
    })
    await expect(failing).rejects.toThrow('the list failed')
  }
  expect(await linesOf(await open({}))).toEqual(['Name', 'Ada'])
})

test('a third file is refused while two are not taken away, and a file that is dropped makes room', async () => {
  // The database is told after a file is closed, those of the test before too.
  const whenThereIsRoom = () => until(() => open({}).catch(() => null))
  const [first, second] = [await whenThereIsRoom(), await whenThereIsRoom()]
  await expect(open({})).rejects.toThrow(expect.objectContaining({ code: 'busy' }))
  first.destroy()
  await once(first, 'close')
  const third = await whenThereIsRoom()
  expect(await linesOf(third)).toEqual(['Name', 'Ada'])
  expect(await linesOf(second)).toEqual(['Name', 'Ada'])
})
