import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addFamily } from '#contract/people/families.ts'
import { addGroup } from '#contract/people/groups.ts'
import { addPerson, listPeople, readPerson, type PersonInput } from '#contract/people/persons.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { nobody } from '#server/test-kit/capacity-desk.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const ngozi: PersonInput = { ...nobody, firstName: 'Ngọzi', lastName: 'Eze' }

type More = Partial<PersonInput> & { groupIds?: string[]; family?: { id: string; role: number } }
const add = (church: Church, more: More = {}, headers: Record<string, string> = {}) =>
  app.call(addPerson, { body: { ...ngozi, ...more } }, { token: church.admin.token, headers })
const read = async (church: Church, id: string) =>
  (await app.call(readPerson, { params: { id } }, { token: church.admin.token })).body
const auditOf = (church: Church) =>
  app.look(
    `select act, subject_id, details, actor_name from audit_entry where tenant_id = $1 and act <> 'account.signed_in'`,
    [church.tenantId],
  )

describe('a person who is added', () => {
  test('is kept whole, with the phone as the country of the church dials it', async () => {
    const church = await app.buildChurch()
    const { status, body } = await add(church, {
      firstName: '  Chidịnma\u202e ',
      email: ' Chi@Mail.example\u200f ',
      phone: '0803 123-4567',
      kind: 'first_timer',
      gender: 'female',
      maritalStatus: 'married',
      birthDay: 29,
      birthMonth: 2,
      birthYear: 2000,
      address: ' 4 Marina \r\n\n Lagos ',
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      ...ngozi,
      id: body.id,
      firstName: 'Chidịnma',
      email: 'Chi@Mail.example',
      phone: '+2348031234567',
      kind: 'first_timer',
      gender: 'female',
      maritalStatus: 'married',
      birthDay: 29,
      birthMonth: 2,
      birthYear: 2000,
      address: '4 Marina\nLagos',
      groups: [],
      families: [],
      smsOptedOut: false,
      optOuts: [],
      emailStop: null,
      samePhone: 0,
      confirmed: true,
      pictureUrl: null,
      isStaff: false,
      archivedAt: null,
      mergedInto: null,
      undoChange: null,
      version: 1,
    })
    expect(await read(church, body.id)).toEqual(body)
    expect(await auditOf(church)).toEqual([
      { act: 'person.added', subject_id: body.id, details: { groups: 0 }, actor_name: church.admin.email },
    ])
  })

  test('stands in groups and a family at once, and nowhere when one of them is unknown', async () => {
    const [church, other] = [await app.buildChurch({ people: [{ firstName: 'Ife' }] }), await app.buildChurch()]
    const group = (of: Church) =>
      app.call(
        addGroup,
        { body: { name: 'Choir', category: 'Departments', description: '' } },
        { token: of.admin.token },
      )
    const [mine, theirs] = [(await group(church)).body.id, (await group(other)).body.id]
    const family = await app.call(
      addFamily,
      {
        body: {
          name: 'Eze',
          email: null,
          homePhone: null,
          address: null,
          members: [{ personId: church.personIds[0] ?? '', role: 2 }],
        },
      },
      { token: church.admin.token },
    )
    const { body } = await add(church, { groupIds: [mine, mine], family: { id: family.body.id, role: 4 } })
    expect(body.groups).toEqual([{ id: mine, name: 'Choir' }])
    expect(body.families).toEqual([
      {
        id: family.body.id,
        name: 'Eze',
        role: 4,
        members: [{ id: church.personIds[0], firstName: 'Ife', lastName: 'Eze', role: 2 }],
      },
    ])
    const refusals = [{ groupIds: [mine, theirs] }, { groupIds: [UNKNOWN] }, { family: { id: UNKNOWN, role: 1 } }]
    for (const more of refusals) expect((await add(church, more)).body.code).toBe('not_found')
    expect((await add(other, { family: { id: family.body.id, role: 1 } })).body.code).toBe('not_found')
    expect(
      await app.look('select count(*)::int as people from person where tenant_id = $1', [church.tenantId]),
    ).toEqual([{ people: 3 }])
  })

  test('keeps a long address whole, and one that grows when its letters are composed', async () => {
    const church = await app.buildChurch()
    const address = `12 ${'Broad Street '.repeat(22)}`.trim()
    expect((await add(church, { address })).body.address).toBe(address)
    expect((await add(church, { address: '\u0958'.repeat(300) })).status).toBe(200)
  })

  test('may share phone and e-mail with others', async () => {
    const church = await app.buildChurch()
    const shared = { phone: '08031234567', email: 'eze@mail.example' }
    expect([await add(church, shared), await add(church, shared)].map(({ status }) => status)).toEqual([200, 200])
  })

  test('is one when the button is pressed twice', async () => {
    const church = await app.buildChurch()
    const key = { 'idempotency-key': 'press-1' }
    const replies = await Promise.all([add(church, {}, key), add(church, {}, key)])
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    const { body } = await app.call(listPeople, { query: {} }, { token: church.admin.token })
    expect(body.total).toBe(2)
    expect((await add(church, { firstName: 'Ada' }, key)).body.code).toBe('idempotency_key_reused')
  })

  test('is found by names of every script, however they are composed', async () => {
    const church = await app.buildChurch()
    const names = ['Ọláṣadé'.normalize('NFD'), '‏محمد', '田中', '👩🏾‍🌾', 'Юлия', 'ⵣⵉⵔⵉ', 'अनिता', "O'Neil"]
    for (const firstName of names) {
      const { body } = await add(church, { firstName, lastName: '' })
      expect(body.firstName).toBe(firstName.normalize('NFC'))
    }
    const find = async (search: string) =>
      (await app.call(listPeople, { query: { search } }, { token: church.admin.token })).body.items.map(
        ({ firstName }) => firstName,
      )
    for (const [search, name] of [
      ['olasade', 'Ọláṣadé'],
      ['Ọláṣadé'.normalize('NFD'), 'Ọláṣadé'],
      ['محمد', '‏محمد'],
      ['田', '田中'],
      ['юли', 'Юлия'],
      ['ⵣⵉ', 'ⵣⵉⵔⵉ'],
      ['oneil', "O'Neil"],
    ] as const)
      expect([search, await find(search)]).toEqual([search, [name.normalize('NFC')]])
  })
})

describe('what is refused, with the field named', () => {
  const refused: [string, Partial<PersonInput>][] = [
    ['firstName', { firstName: '\u200b' }],
    ['firstName', { firstName: '   ' }],
    ['phone', { phone: '12' }],
    ['phone', { phone: 'ask her mother' }],
    ['email', { email: 'nobody' }],
    ['email', { email: 'a b@mail.example' }],
    ['birthDay', { birthDay: 31, birthMonth: 2 }],
    ['birthDay', { birthDay: 29, birthMonth: 2, birthYear: 2023 }],
    ['birthDay', { birthDay: 31, birthMonth: 4, birthYear: 2001 }],
    ['birthMonth', { birthDay: 5 }],
    ['birthYear', { birthYear: 2190 }],
    ['joinedOn', { joinedOn: '2024-02-31' }],
    ['joinedOn', { joinedOn: '1824-01-07' }],
    ['joinedOn', { joinedOn: '2924-01-07' }],
    ['joinedOn', { joinedOn: '0000-01-01' }],
  ]
  let church: Church
  beforeAll(async () => {
    church = await app.buildChurch()
  })

  test.each(refused)('%s %j', async (field, more) => {
    const { status, body } = await add(church, more)
    expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([400, 'invalid_input', [field]])
  })

  test('all fields at fault are named at once', async () => {
    const { body } = await add(church, { firstName: ' \u200b', phone: '1', email: '@', birthDay: 30, birthMonth: 2 })
    expect(Object.keys(body.fields ?? {}).toSorted()).toEqual(['birthDay', 'email', 'firstName', 'phone'])
  })

  test('a birthday without its year may be 29 February, and a month or a year may stand alone', async () => {
    for (const more of [{ birthDay: 29, birthMonth: 2 }, { birthMonth: 3 }, { birthYear: 1990 }])
      expect((await add(church, more)).body).toMatchObject(more)
  })
})
