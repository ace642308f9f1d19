import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getSearchedUsers, listPeople, type PersonRow } from '#contract/people/persons.ts'
import { addGroup, addToGroup, optOut } from '../index.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const list = (church: Church, query: Record<string, string | number>) =>
  app.call(listPeople, { query }, { token: church.admin.token })
const namesOf = (people: PersonRow[]): string[] => people.map(({ firstName, lastName }) => `${firstName} ${lastName}`)
const find = async (church: Church, search: string): Promise<string[]> =>
  namesOf((await list(church, { search, limit: 100 })).body.items)

async function readAll(church: Church, query: Record<string, string | number>): Promise<PersonRow[]> {
  const people: PersonRow[] = []
  let cursor: string | null = null
  do {
    const { body } = await list(church, cursor === null ? query : { ...query, cursor })
    people.push(...body.items)
    cursor = body.nextCursor
  } while (cursor !== null)
  return people
}

describe('the list of people', () => {
  test('shows ten of them in the order of their names, marks and case aside, and counts all', async () => {
    const people = ['Ọlá', 'ola', 'Zoé', 'Élan', 'Ada', 'Bisi', 'Chi', 'Dapo', 'Femi', 'Gozie', 'Hauwa'].map(
      (firstName) => ({ firstName, lastName: 'X' }),
    )
    const church = await app.buildChurch({ people })
    const { body } = await list(church, {})
    expect(body.total).toBe(12)
    expect(body.nextCursor).not.toBeNull()
    expect(body.items.map(({ firstName }) => firstName)).toEqual([
      'Ada',
      'Ada',
      'Bisi',
      'Chi',
      'Dapo',
      'Élan',
      'Femi',
      'Gozie',
      'Hauwa',
      expect.stringMatching(/^(Ọlá|ola)$/),
    ])
  })

  test('visits everybody once when many have the same name, whatever the page', async () => {
    const church = await app.buildChurch({
      people: Array.from({ length: 45 }, () => ({ firstName: 'Ngọzi', lastName: 'Eze' })),
    })
    for (const query of [{ limit: 1 }, { limit: 7 }, { limit: 46 }, { limit: 100 }]) {
      const people = await readAll(church, query)
      expect(people).toHaveLength(46)
      expect(new Set(people.map(({ id }) => id)).size).toBe(46)
    }
  })

  test('visits everybody once while searching', async () => {
    const church = await app.buildChurch({
      people: Array.from({ length: 33 }, (_, index) => ({
        firstName: 'Adé',
        lastName: index % 2 ? 'Adébáyọ̀' : 'Bello',
      })),
    })
    const people = await readAll(church, { search: 'ade', limit: 5 })
    expect(new Set(people.map(({ id }) => id)).size).toBe(33)
    expect(people).toHaveLength(33)
  })

  test('pages through names of any length and script', async () => {
    const people = ['👩🏾‍🌾', 'ⵣ', '田中', 'محمد', 'é', '"\\u0000"'].map((sign) => ({
      firstName: sign.repeat(100),
      lastName: sign.repeat(100),
    }))
    const church = await app.buildChurch({ people })
    expect(await readAll(church, { limit: 1 })).toHaveLength(7)
  })

  test('names groups, kind, day and refusal of each', async () => {
    const church = await app.buildChurch({
      people: [
        {
          firstName: 'Chidịnma',
          lastName: 'Ọkáfọ̀r',
          phone: '+2348164402091',
          email: 'chi@mail.example',
          kind: 'first_timer',
          joinedOn: '2026-11-15',
        },
        { firstName: 'Zainab', lastName: 'Ƙofarmata', phone: '+2348024473391' },
      ],
    })
    const { tenantId, personIds } = church
    await app.server.context.database.withTenant(tenantId, async (tx) => {
      for (const name of ['Ushers', 'Choir'])
        await addToGroup(
          tx,
          tenantId,
          await addGroup(tx, tenantId, { name, category: 'Departments' }),
          personIds.slice(0, 1),
        )
      await optOut(tx, tenantId, { channel: 'sms', address: '+2348024473391', source: 'desk', at: new Date() })
      await optOut(tx, tenantId, { channel: 'email', address: '+2348164402091', source: 'desk', at: new Date() })
    })
    const { body } = await list(church, {})
    expect(body.items.slice(1)).toEqual([
      {
        id: personIds[0],
        firstName: 'Chidịnma',
        lastName: 'Ọkáfọ̀r',
        email: 'chi@mail.example',
        phone: '+2348164402091',
        kind: 'first_timer',
        groups: ['Choir', 'Ushers'],
        smsOptedOut: false,
        confirmed: true,
        joinedOn: '2026-11-15',
        pictureUrl: null,
      },
      expect.objectContaining({ firstName: 'Zainab', groups: [], smsOptedOut: true }),
    ])
  })

  test('keeps to a kind, to a group, and to both within a search', async () => {
    const kinds = ['member', 'first_timer', 'new_convert'] as const
    const church = await app.buildChurch({
      people: kinds.flatMap((kind) => [0, 1].map((index) => ({ firstName: `Ada${index}`, lastName: kind, kind }))),
    })
    const { tenantId, personIds } = church
    const groupId = await app.server.context.database.withTenant(tenantId, async (tx) => {
      const id = await addGroup(tx, tenantId, { name: 'Choir', category: 'Departments' })
      await addToGroup(tx, tenantId, id, [personIds[0], personIds[2], personIds[2]].map(String))
      return id
    })
    const totals = async (query: Record<string, string>) => (await list(church, query)).body.total
    expect(await totals({ kind: 'first_timer' })).toBe(2)
    expect(await totals({ groupId })).toBe(2)
    expect(await totals({ groupId, kind: 'first_timer' })).toBe(1)
    expect(await totals({ groupId, kind: 'first_timer', search: 'ada1' })).toBe(0)
    expect(await totals({ groupId, kind: 'first_timer', search: 'ada0 first' })).toBe(1)
    expect(await totals({ kind: 'new_convert', search: 'convert' })).toBe(2)
  })

  test('refuses a cursor that is none of ours', async () => {
    const church = await app.buildChurch()
    const write = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const id = '0199f3c0-6c00-7000-8000-000000000001'
    const nonsense = [
      'x',
      '%%%',
      'null',
      write(null),
      write([]),
      write({}),
      write({ name: 'a' }),
      write({ name: 'a', id: 'b' }),
      write({ name: 7, id }),
      write({ name: 'a\0', id }),
      '\u{1f600}',
    ]
    for (const cursor of [...nonsense, Buffer.from(`{"name":"\\ud800","id":"${id}"}`).toString('base64url')]) {
      const { status, body } = await list(church, { cursor })
      expect([cursor, status, body.code]).toEqual([cursor, 400, 'invalid_cursor'])
    }
    expect((await list(church, { cursor: write({ name: 'a', id }) })).status).toBe(200)
  })
})

describe('search', () => {
  test('finds people with and without marks, by the beginning of every word, in any order', async () => {
    const church = await app.buildChurch({
      people: [
        { firstName: 'Ngọzi', lastName: 'Ọkáfọ̀r' },
        { firstName: 'Ngozi', lastName: 'Okafor' },
        { firstName: 'Adébáyọ̀', lastName: 'Ọlátúnjí' },
        { firstName: 'Aisha', lastName: '’Yar’Aduwa' },
      ],
    })
    const both = ['Ngọzi Ọkáfọ̀r', 'Ngozi Okafor']
    for (const search of ['ngo', 'NGỌ', 'ọká', 'oka', 'Okafor Ngozi', 'oka ng', 'n ok', 'Ọkáfọ̀r'.normalize('NFD')])
      expect([search, (await find(church, search)).toSorted()]).toEqual([search, both.toSorted()])
    expect(await find(church, 'yarad')).toEqual(['Aisha ’Yar’Aduwa'])
    expect(await find(church, 'ola ade')).toEqual(['Adébáyọ̀ Ọlátúnjí'])
    expect(await find(church, 'ola ngo')).toEqual([])
    expect(await find(church, 'gozi')).toEqual([])
  })

  test('finds people by phone as dialled at home and abroad, and by e-mail', async () => {
    const church = await app.buildChurch({
      people: [
        { firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567', email: 'Ada.Obi@mail.example' },
        { firstName: 'Bisi', lastName: 'Ojo', phone: '+2348151234567', email: 'bisi@mail.example' },
      ],
    })
    for (const search of [
      '0803',
      '0803 123 45',
      '+234803',
      '+234 (803) 123-4567',
      '2348031234567',
      'ada.obi@',
      'ADA.OBI@MAIL.EXAMPLE',
      'ada 0803',
    ])
      expect([search, await find(church, search)]).toEqual([search, ['Ada Obi']])
    expect(await find(church, '08151234568')).toEqual([])
  })

  test('works with one letter and finds each person once', async () => {
    const church = await app.buildChurch({
      people: [
        { firstName: 'Ola', lastName: 'Oladapo', email: 'ola@mail.example' },
        { firstName: 'Ife', lastName: 'Ojo' },
      ],
    })
    const { body } = await list(church, { search: 'o' })
    expect(namesOf(body.items)).toEqual(['Ife Ojo', 'Ola Oladapo'])
    expect(body.total).toBe(2)
  })

  test('finds nobody by signs alone and everybody by blanks', async () => {
    const church = await app.buildChurch({ people: [{ firstName: 'Ife' }] })
    for (const search of ['%', '_', "'; --", '🌸', '\\'])
      expect((await list(church, { search })).body).toEqual({ items: [], total: 0, nextCursor: null })
    expect((await list(church, { search: '  ' })).body.total).toBe(2)
  })

  test('goes both ways through common words as through rare ones', async () => {
    const people = Array.from({ length: 2_400 }, (_, index) => ({
      firstName: index % 2 ? 'Adé' : 'Ngọzi',
      lastName: index % 3 ? 'Ọkáfọ̀r' : 'Okeke',
    }))
    const church = await app.buildChurch({ people: [...people, { firstName: 'Zoé', lastName: 'Okeke' }] })
    const total = async (search: string) => (await list(church, { search })).body.total
    expect(await total('ade ok')).toBe(1_200)
    expect(await total('ng okaf')).toBe(800)
    expect(await total('o n')).toBe(1_200)
    expect(await total('ok zoe')).toBe(1)
    expect((await find(church, 'okeke ade')).length).toBe(100)
    const { body } = await app.call(
      getSearchedUsers,
      { query: { searchText: 'oke ngo' } },
      { token: church.admin.token },
    )
    expect(new Set(body.map(({ name }) => name))).toEqual(new Set(['Ngọzi Okeke']))
    expect(new Set(body.map(({ id }) => id)).size).toBe(20)
  })

  test('never finds people of another church', async () => {
    const people = [{ firstName: 'Chukwuemeka', lastName: 'Ụba', phone: '+2348031112222', email: 'emeka@mail.example' }]
    await app.buildChurch({ people })
    const other = await app.buildChurch({ people: [{ firstName: 'Ife' }] })
    for (const search of ['chukwuemeka', 'uba', '0803', 'emeka@mail.example', 'c'])
      expect(await find(other, search)).toEqual([])
    expect((await list(other, {})).body.total).toBe(2)
  })
})

describe('the picker', () => {
  const pick = async (church: Church, searchText: string) =>
    (await app.call(getSearchedUsers, { query: { searchText } }, { token: church.admin.token })).body

  test('answers nobody below three letters', async () => {
    const church = await app.buildChurch({ people: [{ firstName: 'Ifẹ́', lastName: 'Obi' }] })
    for (const text of ['', 'i', 'if', 'i ', 'ífẹ́'.slice(0, 2), '  if  ']) expect(await pick(church, text)).toEqual([])
    expect((await pick(church, 'ife')).map(({ name }) => name)).toEqual(['Ifẹ́ Obi'])
  })

  test('answers the closest first, twenty at most, with phone and e-mail', async () => {
    const people = [
      { firstName: 'Adébáyọ̀', lastName: 'Abíọ́lá' },
      { firstName: 'Adé', lastName: 'Zulu', phone: '+2348031234567', email: 'ade@mail.example' },
      ...Array.from({ length: 30 }, () => ({ firstName: 'Adéwálé', lastName: 'Bello' })),
    ]
    const church = await app.buildChurch({ people })
    const found = await pick(church, 'Adé')
    expect(found).toHaveLength(20)
    expect(found[0]).toEqual({
      id: church.personIds[1],
      name: 'Adé Zulu',
      phone: '+2348031234567',
      email: 'ade@mail.example',
    })
    expect(found[1]?.name).toBe('Adébáyọ̀ Abíọ́lá')
    expect((await pick(church, 'ade bel')).every(({ name }) => name === 'Adéwálé Bello')).toBe(true)
  })
})
