import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, startApp } from '../../test-kit/start-app.ts'
import { planSearch, type SearchLimits, planFilter } from './list-people.ts'
import { searchWordsOf } from '../writing/index.ts'
import { selectClosest, selectPeople } from './list-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const ways: Record<string, SearchLimits> = {
  'on each person': { rare: 1_000, preFilter: 1_000 },
  'through a pre-filter': { rare: 1, preFilter: 1_000 },
  'by intersection': { rare: 0, preFilter: 0 },
}

test('every way of searching finds the same people once', async () => {
  const names = ['Adé', 'Adébáyọ̀', 'Ọkáfọ̀r', 'Okeke', 'Ada']
  const people = names.flatMap((firstName) =>
    names.map((lastName, index) => ({
      firstName,
      lastName,
      phone: `+23480312345${index}7`,
      email: `${firstName}@x.org`,
    })),
  )
  const church = await app.buildChurch({ people })
  for (const text of ['ade ok', 'ok ad', 'a o', 'oke ada 0803', 'okafor okeke', 'ade adeb', 'ade zz', 'a o 0']) {
    const words = searchWordsOf(text) ?? []
    const expected = people.filter(({ firstName, lastName, email, phone }) => {
      const terms = [firstName, lastName, email, phone.slice(1), `0${phone.slice(4)}`].map((term) =>
        term.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase(),
      )
      return text.split(' ').every((word) => terms.some((term) => term.startsWith(word)))
    })
    for (const [name, limits] of Object.entries(ways)) {
      await app.server.context.database.withTenant(church.tenantId, async (tx) => {
        const search = await planSearch(tx, words, { archived: false, limits })
        const filter = { ...(await planFilter(tx, {})), search }
        const listed = await selectPeople(tx, filter, { sort: 'name', after: null, limit: 100 })
        const closest = search ? await selectClosest(tx, search, 100) : []
        expect([text, name, listed.length, closest.length]).toEqual([
          text,
          name,
          withAdmin(text) + expected.length,
          withAdmin(text) + expected.length,
        ])
        expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(closest.map(({ id }) => id)))
      })
    }
  }
})

/** Ada Admin of every test church has no word beyond "ada", "admin" and an unlisted address. */
const withAdmin = (text: string): number =>
  text.split(' ').every((word) => 'ada'.startsWith(word) || 'admin'.startsWith(word)) ? 1 : 0
