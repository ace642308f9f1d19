import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { familyRegister } from '#contract/checkin/door.ts'
import { addFamilyMember, readOwnFamily } from '#contract/checkin/family.ts'
import { register } from '#contract/checkin/registration.ts'
import { checkIn } from '#contract/checkin/station.ts'
import { walkIn } from '#contract/checkin/walk-in.ts'
import { readSession } from '#contract/identity/session.ts'
import { takeAttempt } from '../../../identity/index.ts'
import { quoteSms } from '#contract/messaging/sms.ts'
import * as acts from '#contract/people/changes.ts'
import { editPerson, listPeople, readPerson } from '#contract/people/persons.ts'
import { addPersons } from '../../../people/index.ts'
import { addColleague } from '../../../test-kit/add-colleague.ts'
import { PASSWORD, type Church } from '../../../test-kit/build-church.ts'
import { buildEvent, classId } from '../../../test-kit/build-event.ts'
import { addPlan, setPrice } from '../../../test-kit/price-store.ts'
import { startApp, type TestApp } from '../../../test-kit/start-app.ts'
import { forgetSignUps, SIGN_UP_DAYS } from './forget-sign-ups.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false, env: { TRUST_PROXY: 'yes' } })
  const planId = await addPlan(app.look, 'Large', 5_000)
  await setPrice(app.look, { currency: 'NGN', amount: '1000', planId })
})
afterAll(() => app.stop())

const DAY_MS = 86_400_000
const as = ({ admin }: Church) => ({ token: admin.token })
let families = 0
/** Somebody whom nobody knows, at the portal; each from an address of their own unless one is given. */
async function signUp({ tenantId }: Church, from = `198.51.${(families >> 8) % 256}.${families % 256}`) {
  families += 1
  const form = { firstName: 'Bisi', lastName: 'Ade', email: `family${families}@portal.example`, familyRole: 2 }
  const body = { ...form, tenantId, password: PASSWORD }
  const reply = await app.call(familyRegister, { body }, { headers: { 'x-forwarded-for': from } })
  const { token } = reply.body.loginData?.value.login.result.value ?? {}
  return { status: reply.status, personId: reply.body.personID ?? '', token: token ?? '' }
}
const addChild = async ({ tenantId }: Church, token: string, firstName = 'Tobi'): Promise<string> => {
  const { familyId } = await own(token)
  const body = { familyId, tenantId, familyRoleId: 3, person: { firstName, lastName: 'Ade' } }
  return (await app.call(addFamilyMember, { body }, { token })).body.id
}
const own = async (token: string) => {
  const { body } = await app.call(readOwnFamily, { query: {} }, { token })
  return { familyId: body.id }
}
const standing = async (church: Church) => {
  const { gate, grace, church: of } = (await app.call(readSession, {}, as(church))).body
  return { gate, grace, people: of.people }
}
const unconfirmed = async (church: Church) =>
  (await app.call(listPeople, { query: { unconfirmed: 'yes' } }, as(church))).body
const isConfirmed = async (church: Church, id: string) =>
  (await app.call(readPerson, { params: { id } }, as(church))).body.confirmed

describe('whoever signed up at the portal', () => {
  test('changes nothing about the gate of a church, however many they are', async () => {
    const church = await app.buildChurch({ membershipSize: 100, people: Array.from({ length: 79 }, () => ({})) })
    for (let family = 0; family < 22; family++) {
      const { token } = await signUp(church)
      if (family < 3) await addChild(church, token)
    }
    expect(await standing(church)).toEqual({ gate: 'open', grace: null, people: 80 })
    expect((await unconfirmed(church)).total).toBe(25)
  })

  test('counts once staff has confirmed them, and again nothing happens', async () => {
    const church = await app.buildChurch({ membershipSize: 2 })
    const { personId } = await signUp(church)
    await signUp(church)
    expect((await unconfirmed(church)).items.map(({ confirmed }) => confirmed)).toEqual([false, false])
    const confirm = (people: acts.PeopleSelection) => app.call(acts.confirmPeople, { body: { people } }, as(church))
    expect((await confirm({ ids: [personId] })).body).toEqual({ people: 1 })
    expect(await standing(church)).toMatchObject({ people: 2, grace: null })
    expect((await confirm({ matching: {} })).body).toEqual({ people: 1 })
    expect((await confirm({ matching: {} })).body).toEqual({ people: 0 })
    expect(await standing(church)).toMatchObject({ gate: 'open', people: 3, grace: { daysLeft: 14 } })
    const noted = await app.look(`select details from audit_entry where tenant_id = $1 and act = 'people.confirmed'`, [
      church.tenantId,
    ])
    expect(noted).toEqual([{ details: { people: 1 } }, { details: { people: 1 } }])
  })

  test('is not confirmed beyond the largest plan', async () => {
    const church = await app.buildChurch({ membershipSize: 3, people: Array.from({ length: 18 }, () => ({})) })
    await app.look('update plan set offered = false')
    const planId = await addPlan(app.look, 'Large', 20)
    await setPrice(app.look, { currency: 'NGN', amount: '1000', planId })
    const [first, second] = [await signUp(church), await signUp(church)]
    const confirm = (ids: string[]) => app.call(acts.confirmPeople, { body: { people: { ids } } }, as(church))
    expect((await confirm([first.personId, second.personId])).body).toMatchObject({ code: 'beyond_largest_plan' })
    expect((await confirm([first.personId])).body).toEqual({ people: 1 })
    expect((await confirm([second.personId])).body).toMatchObject({ code: 'beyond_largest_plan' })
  })

  test('counts once staff has written to them, not by what the family writes itself', async () => {
    const church = await app.buildChurch()
    const { personId, token } = await signUp(church)
    const childId = await addChild(church, token)
    expect(await isConfirmed(church, childId)).toBe(false)
    const { body } = await app.call(readPerson, { params: { id: personId } }, as(church))
    const {
      firstName,
      lastName,
      email,
      phone,
      kind,
      gender,
      maritalStatus,
      birthDay,
      birthMonth,
      birthYear,
      address,
      joinedOn,
      version,
    } = body
    const fields = {
      firstName,
      lastName,
      email,
      phone,
      kind,
      gender,
      maritalStatus,
      birthDay,
      birthMonth,
      birthYear,
      address,
      joinedOn,
    }
    await app.call(
      editPerson,
      { params: { id: personId }, body: { ...fields, lastName: 'Bello', version } },
      as(church),
    )
    expect([await isConfirmed(church, personId), await isConfirmed(church, childId)]).toEqual([true, false])
  })

  test('counts once a check-in has seen them: the child, and who registered it', async () => {
    const church = await app.buildChurch()
    const { personId, token } = await signUp(church)
    const [come, stays] = [await addChild(church, token), await addChild(church, token, 'Ada')]
    const event = await buildEvent(app, church, { startsIn: -0.5 })
    const children = [{ personId: come, classId: classId(event, 'Toddlers') }]
    await app.call(register, { params: { id: event.id }, body: { children } }, { token })
    expect((await standing(church)).people).toBe(1)
    const desk = await addColleague(app, church, { roles: ['CheckIn'] })
    const { familyId } = await own(token)
    const { status } = await app.call(
      checkIn,
      { body: { eventId: event.id, familyId, children } },
      { token: desk.token },
    )
    expect(status).toBe(200)
    expect([await isConfirmed(church, come), await isConfirmed(church, personId)]).toEqual([true, true])
    expect(await isConfirmed(church, stays)).toBe(false)
  })

  test('gets no message that goes to everybody, and is reached by name', async () => {
    const church = await app.buildChurch({ people: [{ phone: '+2348031234567' }] })
    const { personId } = await signUp(church)
    await app.look(`update person set phone = '+2348031234568' where id = $1`, [personId])
    const quote = async (destination: object) =>
      (await app.call(quoteSms, { body: { destination, message: 'Hello' } }, as(church))).body
    expect(await quote({ allContacts: true })).toMatchObject({
      recipients: 1,
    })
    expect(await quote({ personIds: [personId] })).toMatchObject({ recipients: 1 })
  })
})

test('a family that walks in counts at once, also past the plan, and the desk stays open', async () => {
  const church = await app.buildChurch({ membershipSize: 2 })
  const event = await buildEvent(app, church, { startsIn: -0.5 })
  const desk = await addColleague(app, church, { roles: ['CheckIn'] })
  const child = { lastName: 'Bello', years: 4, classId: classId(event, 'Toddlers'), allergy: '' }
  const parent = { firstName: 'Zainab', lastName: 'Bello', phone: null, role: 2 as const }
  for (const firstName of ['Ife', 'Ola']) {
    const body = { eventId: event.id, parent, children: [{ ...child, firstName }], isNew: true }
    expect((await app.call(walkIn, { body }, { token: desk.token })).status).toBe(200)
  }
  expect(await standing(church)).toMatchObject({ gate: 'open', people: 6, grace: { daysLeft: 14 } })
})

describe('sign-ups in masses', () => {
  test('run into the limit of their network, and a parent elsewhere signs up all the same', async () => {
    const church = await app.buildChurch()
    await app.server.context.database.withoutTenant(async (tx) => {
      // What the busy networks of this church share in an hour is used up.
      for (let used = 0; used < 300; used++)
        await takeAttempt(tx, { kind: 'guardianSignUpMany', who: church.tenantId }, app.clock.now())
    })
    const replies: number[] = []
    for (let tries = 0; tries < 7; tries++) replies.push((await signUp(church, '203.0.113.7')).status)
    expect(replies).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect((await signUp(church, '203.0.114.7')).status).toBe(200)
    const other = await app.buildChurch()
    expect((await signUp(other, '203.0.113.7')).status).toBe(200)
    app.clock.advance(61 * 60_000)
    expect((await signUp(church, '203.0.113.7')).status).toBe(200)
    app.clock.advance(-61 * 60_000)
  })
})

describe('those who never came', () => {
  const forget = (days: number) =>
    forgetSignUps({ ...app.server.context, clock: { now: () => new Date(app.clock.now().getTime() + days * DAY_MS) } })
  const left = async ({ tenantId }: Church) =>
    (await app.look('select first_name from person where tenant_id = $1 order by first_name', [tenantId])).map(
      (row) => row['first_name'],
    )

  test('are forgotten with their family after a long time, and not before', async () => {
    const church = await app.buildChurch()
    const { token } = await signUp(church)
    await addChild(church, token)
    await forget(SIGN_UP_DAYS - 1)
    expect(await left(church)).toEqual(['Ada', 'Bisi', 'Tobi'])
    await forget(SIGN_UP_DAYS + 1)
    expect(await left(church)).toEqual(['Ada'])
    for (const table of ['family', 'guardian_account', 'guardian_session'])
      expect(await app.look(`select from ${table} where tenant_id = $1`, [church.tenantId])).toEqual([])
    const noted = await app.look(
      `select actor_kind, details from audit_entry where tenant_id = $1 and act = 'people.erased'`,
      [church.tenantId],
    )
    expect(noted).toEqual([{ actor_kind: 'system', details: { people: 2, neverCame: true } }])
  })

  test.each([
    [
      'registered for an event',
      async (church: Church, { token }: { token: string }) => {
        const childId = await addChild(church, token)
        const event = await buildEvent(app, church)
        const children = [{ personId: childId, classId: classId(event, 'Toddlers') }]
        await app.call(register, { params: { id: event.id }, body: { children } }, { token })
      },
    ],
    [
      'was confirmed, or somebody of the family was',
      async (church: Church, { token }: { token: string }) => {
        await app.call(acts.confirmPeople, { body: { people: { ids: [await addChild(church, token)] } } }, as(church))
      },
    ],
    [
      'is signed in still',
      async (church: Church, { personId }: { personId: string }) => {
        await app.look(
          `update guardian_session set expires_at = now() + interval '1 year' where account_id = (select id from guardian_account where person_id = $1)`,
          [personId],
        )
        expect(church.tenantId).not.toBe('')
      },
    ],
    [
      'was put into a group',
      async ({ tenantId }: Church, { personId }: { personId: string }) => {
        await app.look(
          `with g as (insert into people_group (tenant_id, name) values ($1, 'Choir') returning id)
         insert into group_member (tenant_id, group_id, person_id) select $1, id, $2 from g`,
          [tenantId, personId],
        )
      },
    ],
    [
      'is of another family too',
      async ({ tenantId }: Church, { personId }: { personId: string }) => {
        await app.look(
          `with f as (insert into family (tenant_id, name, sort_name, created_at) values ($1, 'Ade', 'ade', now()) returning id)
         insert into family_member (tenant_id, family_id, person_id, role) select $1, id, $2, 6 from f`,
          [tenantId, personId],
        )
      },
    ],
  ])('whoever %s stays', async (_what, stay) => {
    const church = await app.buildChurch()
    const guardian = await signUp(church)
    await stay(church, guardian)
    const before = await left(church)
    await forget(SIGN_UP_DAYS + 1)
    expect(await left(church)).toEqual(before)
  })

  test('are none of those whom staff added, however long ago', async () => {
    const church = await app.buildChurch()
    await app.server.context.database.withTenant(church.tenantId, (tx) =>
      addPersons(
        tx,
        church.tenantId,
        [{ firstName: 'Old', lastName: '', email: null, phone: null, kind: 'member', joinedOn: '2010-01-01' }],
        new Date('2010-01-01'),
      ),
    )
    await forget(SIGN_UP_DAYS * 10)
    expect(await left(church)).toEqual(['Ada', 'Old'])
  })
})
