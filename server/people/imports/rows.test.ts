import { afterAll, beforeAll, expect, test } from 'vitest'
import { summariseImport } from '#contract/people/imports.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { importDesk } from '#server/test-kit/import-desk.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const peopleOf = (church: Church) =>
  app.look(
    `select first_name, last_name, phone, email, kind, gender, marital_status, birth_day, birth_month, birth_year, address,
      joined_on::text, version, (select array_agg(g.name order by g.name) from group_member m join people_group g
        on g.tenant_id = m.tenant_id and g.id = m.group_id where m.tenant_id = p.tenant_id and m.person_id = p.id) as groups
     from person p where tenant_id = $1 and not exists (select from account a where a.tenant_id = p.tenant_id and a.person_id = p.id)
     order by sort_name, id`,
    [church.tenantId],
  )

const BROKEN = [
  'First name,Last name,Phone,E-mail,Kind,Gender,Marital status,Birthday,Joined,Address,Group',
  'Ngọzi,Eze,0803 500 0001,ngozi@example.com,first timer,F,Marié(e),12/03/1985,2024-02-29,"1 Road\nLagos",Choir; Ushers',
  ',,08035000002',
  'Ada,Obi,2.34803E+12',
  'Ada,Obi,12345',
  'Ada,Obi,080350000011111',
  'Ada,Obi,hello',
  'Ada,Obi,08995000001',
  'Ada,Obi,,ada@@example',
  'Ada,Obi,,,admiral',
  'Ada,Obi,,,,neutral',
  'Ada,Obi,,,,,complicated',
  'Ada,Obi,,,,,,31/02/1999',
  'Ada,Obi,,,,,,1/1/2999',
  'Ada,Obi,,,,,,,12 March',
  `${'A'.repeat(101)},Obi`,
  `Ada,Obi,,,,,,,,${'x'.repeat(301)}`,
  'NGOZI,Eze,+2348035000001',
  'Bola,Eze,+2348035000001',
  'Ada\u0000h,Obi\u0007',
  `Ada,Obi,,,,,,,,,${Array.from({ length: 21 }, (_, index) => `G${index}`).join(';')}`,
]

test('what could not be taken is summed up, the most first, and each of it can be looked at', async () => {
  const church = await app.buildChurch()
  const desk = importDesk(app, church)
  const rows = [
    'Name,Phone,Email',
    'Ada Obi,0803,',
    'Bola Ade,hello,nope',
    'Chi Eze,08035000001,',
    ',08035000002,',
    'Ada Obi,0803,',
  ]
  const file = await desk.upload(rows.join('\n'))
  const summary = async () => (await app.call(summariseImport, { params: { id: file.id } }, desk.as)).body
  expect(await summary()).toMatchObject({ code: 'wrong_import_state' })
  await desk.check(file, { whenBroken: 'leave_value' })
  const taken = await summary()
  expect(taken).toEqual([
    { about: 'phone', isLeftOut: false, rows: 2 },
    { about: 'email', isLeftOut: false, rows: 1 },
    { about: 'name', isLeftOut: true, rows: 1 },
    { about: 'phone', isLeftOut: true, rows: 1 },
    { about: 'twice', isLeftOut: true, rows: 1 },
  ])
  expect((await desk.rows(file, { about: 'email' })).items.map(({ row }) => row)).toEqual([3])
  expect((await desk.rows(file, { about: 'phone' })).total).toBe(3)
  await desk.check(file, { whenBroken: 'leave_row' })
  expect((await summary()).filter(({ isLeftOut }) => !isLeftOut)).toEqual([])
})

test('every kind of broken row is answered with its row, its column and the reason', async () => {
  const church = await app.buildChurch()
  const desk = importDesk(app, church)
  const file = await desk.upload(BROKEN.join('\n'))
  const checked = await desk.check(file)
  const { items, total } = await desk.rows(file)
  expect(total).toBe(20)
  expect(items.map(({ row, outcome, notes }) => [row, outcome, ...notes.map(({ reason }) => reason)])).toEqual([
    [2, 'add', 'group_unknown', 'group_unknown'],
    [3, 'broken', 'no_name'],
    [4, 'broken', 'phone_scientific_notation'],
    [5, 'broken', 'phone_too_short'],
    [6, 'broken', 'phone_too_long'],
    [7, 'broken', 'phone_not_a_number'],
    [8, 'broken', 'phone_not_valid_here'],
    [9, 'broken', 'email_not_valid'],
    [10, 'broken', 'kind_unknown'],
    [11, 'broken', 'gender_unknown'],
    [12, 'broken', 'marital_status_unknown'],
    [13, 'broken', 'date_not_valid'],
    [14, 'broken', 'date_in_future'],
    [15, 'broken', 'date_not_valid'],
    [16, 'broken', 'name_too_long'],
    [17, 'broken', 'address_too_long'],
    [18, 'skip', 'twice_in_file'],
    [19, 'add'],
    [20, 'add'],
    [21, 'broken', 'too_many_groups'],
  ])
  expect(checked.figures).toEqual({ add: 3, update: 0, same: 0, skip: 1, broken: 16 })
  expect(items[2]?.notes).toEqual([{ column: 'Phone', reason: 'phone_scientific_notation', value: '2.34803E+12' }])
  expect(await peopleOf(church)).toEqual([])
})

test('without the broken values rows are taken, but for those without a name', async () => {
  const church = await app.buildChurch()
  const desk = importDesk(app, church)
  const file = await desk.upload(BROKEN.join('\n'))
  const checked = await desk.check(file, { whenBroken: 'leave_value', makeGroups: true })
  // Of those that say nothing but "Ada Obi" one is left.
  expect(checked.figures).toEqual({ add: 5, update: 0, same: 0, skip: 14, broken: 1 })
  await desk.apply(file)
  const people = await peopleOf(church)
  expect(people.find((person) => person['email'])).toEqual({
    first_name: 'Ngọzi',
    last_name: 'Eze',
    phone: '+2348035000001',
    email: 'ngozi@example.com',
    kind: 'first_timer',
    gender: 'female',
    marital_status: 'married',
    birth_day: 12,
    birth_month: 3,
    birth_year: 1985,
    address: '1 Road\nLagos',
    joined_on: '2024-02-29',
    version: 1,
    groups: ['Choir', 'Ushers'],
  })
})

test('rows come page by page, and only those asked for', async () => {
  const church = await app.buildChurch()
  const desk = importDesk(app, church)
  const file = await desk.upload(['Name,Phone', 'Ada,1', 'Bola,', 'Chi,2', 'Dayo,', ',3'].join('\n'))
  await desk.check(file)
  const first = await desk.rows(file, { limit: 2 })
  expect([first.total, first.items.map(({ row }) => row)]).toEqual([5, [2, 3]])
  const next = await desk.rows(file, { limit: 3, cursor: first.nextCursor })
  expect([next.items.map(({ row }) => row), next.nextCursor]).toEqual([[4, 5, 6], null])
  expect((await desk.rows(file, { outcome: 'broken' })).items.map(({ row }) => row)).toEqual([2, 4, 6])
  expect((await desk.rows(file, { noted: 'yes' })).total).toBe(3)
})

test('broken rows are taken away as they were, with what is wrong, and come back corrected', async () => {
  const church = await app.buildChurch()
  const desk = importDesk(app, church)
  const file = await desk.upload('Name,Phone,Extra\nAda Obi,12,=1+1\nBola Ade,08035000002,x')
  await desk.check(file)
  const query = new URLSearchParams({ format: 'csv', outcome: 'broken' })
  const reply = await fetch(`${app.url}/api/people/imports/${file.id}/rows/export?${query}`, {
    headers: { authorization: `Bearer ${church.admin.token}` },
  })
  expect(reply.status).toBe(200)
  const text = await reply.text()
  expect(text.split(/\r?\n/)).toContain(`Ada Obi,12,'=1+1,Phone: The phone number is too short (12)`)
  const back = await desk.upload(text.replace('Obi,12', 'Obi,08035000001'))
  expect(back.columns.map(({ suggested }) => suggested)).toEqual(['fullName', 'phone', null, null])
  expect((await desk.check(back)).figures.add).toBe(1)
})
