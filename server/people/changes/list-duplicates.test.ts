import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { archivePeople, listDuplicates, mergePeople } from '#contract/people/changes.ts'
import type { NewPerson } from '../index.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const HOME = '+2348164402091'
const build = (people: Partial<NewPerson>[]) => app.buildChurch({ people })
const as = ({ admin }: Church) => ({ token: admin.token })
const list = async (church: Church, limit?: number) =>
  (await app.call(listDuplicates, { query: limit === undefined ? {} : { limit } }, as(church))).body
const found = async (church: Church) =>
  (await list(church)).items.map(({ why, people }) => [why, ...people.map(({ firstName }) => firstName).sort()])

describe('people who may be there twice', () => {
  test('share a phone or an address and are called alike, or are called the very same; the surest first', async () => {
    const church = await build([
      { firstName: 'Tunde', lastName: 'Bello' },
      { firstName: 'Túndé', lastName: 'Béllò' },
      { firstName: 'Kunle', lastName: 'Ojo', email: 'kunle@mail.example' },
      { firstName: 'Kunl', lastName: 'Ajayi', email: 'Kunle@Mail.example' },
      { firstName: 'Chi', lastName: 'Eze', phone: '+2348024473391' },
      { firstName: 'Chidinma', lastName: 'Okafor', phone: '+2348024473391' },
      { firstName: 'Zainab', lastName: 'Musa', phone: '+2348024473392' },
      { firstName: 'Zaïnab', lastName: 'Musa', phone: '+2348024473392', email: 'z@mail.example' },
    ])
    expect(await found(church)).toEqual([
      ['phone', 'Zainab', 'Zaïnab'],
      ['phone', 'Chi', 'Chidinma'],
      ['email', 'Kunl', 'Kunle'],
      ['name', 'Tunde', 'Túndé'],
    ])
  })

  test('are not those of a family who share a phone', async () => {
    const church = await build(
      ['Ngozi', 'Emeka', 'Chidi', 'Ifeoma'].map((firstName) => ({ firstName, lastName: 'Eze', phone: HOME })),
    )
    expect(await list(church)).toEqual({ items: [], more: false })
  })

  test('are not the archived or merged, nor those of another church', async () => {
    const duplicates = [{ lastName: 'A' }, { lastName: 'A' }, { lastName: 'B' }, { lastName: 'B' }]
    const [church, other] = [await build(duplicates), await build([{ lastName: 'A' }])]
    const [one = '', two = '', three = ''] = church.personIds
    await app.call(mergePeople, { body: { keepId: one, mergeIds: [two] } }, as(church))
    await app.call(archivePeople, { body: { people: { ids: [three] } } }, as(church))
    expect((await list(church)).items).toEqual([])
    expect((await list(other)).items).toEqual([])
  })

  test('come each once, at most five together, as many as asked for', async () => {
    const church = await build([
      ...Array.from({ length: 40 }, () => ({ firstName: 'Ada', lastName: 'Obi', phone: HOME, email: 'a@b.example' })),
      ...Array.from({ length: 6 }, (_, index) => ({ firstName: 'Bola', lastName: `Ige ${index >> 1}` })),
    ])
    const { items, more } = await list(church, 2)
    expect(items.map(({ why, people }) => [why, people.length])).toEqual([
      ['phone', 5],
      ['name', 2],
    ])
    expect(more).toBe(true)
    expect((await list(church)).items.map(({ why }) => why)).toEqual(['phone', 'name', 'name', 'name'])
    expect((await list(church)).more).toBe(false)
  })
})
