import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setUnitsADay } from '#contract/followup/automation.ts'
import type { Action } from '#contract/followup/automation-rules.ts'
import { addAbsence, readTeam } from '#contract/followup/day.ts'
import { convertToMember } from '#contract/followup/existing-clients.ts'
import { readNewcomer } from '#contract/followup/people.ts'
import { addColleague } from '../../test-kit/add-colleague.ts'
import { automationDesk, task, text } from '../../test-kit/automation-desk.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

const SUNDAY = '2027-06-06T08:00:00Z'
const TODAY = '2027-06-06'

let app: TestApp
let church: Church
let desk: ReturnType<typeof automationDesk>
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.clock.advance(Date.parse(SUNDAY) - app.clock.now().getTime())
  church = await app.buildChurch({ units: 100, expiresOn: '2030-01-01' })
  desk = automationDesk(app, church)
})

let numbers = 0
const phone = () => `080355${String(30_000 + (numbers += 1))}`
const read = async (id: string) => (await app.call(readNewcomer, { params: { id } }, desk.as())).body
const endOf = async (rule: string, personId: string) =>
  (await desk.acts(rule))
    .filter((act) => act.personId === personId)
    .map(({ kind, state, reason }) => `${kind} ${reason ?? state}`)
    .toSorted()

describe('a task', () => {
  test('is due at the end of the office’s day so many days after it is given, with its reminder, in the rule’s name', async () => {
    const { accountId: ownerId } = await addColleague(app, church)
    await desk.alive({ actions: [{ ...task, ownerId, dueDays: 3, reminder: 60 } as Action] })
    const id = await desk.enter()
    await desk.work()
    const { tasks, log } = await read(id)
    expect(tasks).toMatchObject([{ personID: ownerId, dueDate: '2027-06-09T16:00:00.000Z', reminder: 60, status: 0 }])
    expect(log.find(({ kind }) => kind === 'task')).toMatchObject({ byName: null, ruleVersion: 1 })
  })

  test('for whoever looks after the person is theirs, whoever that is later', async () => {
    const rule = await desk.alive({ actions: [task] })
    const id = await desk.enter()
    await desk.work()
    expect((await read(id)).tasks).toMatchObject([{ personID: null }])
    expect(await endOf(rule, id)).toEqual(['task done'])
  })
})

describe('an owner', () => {
  test('who is away gets nobody; it is tried again, and done once they are back', async () => {
    const { accountId: ownerId } = await addColleague(app, church)
    const absence = { fromDay: TODAY, untilDay: '2027-06-07', deputyId: null }
    await app.call(addAbsence, { params: { id: ownerId }, body: absence }, desk.as())
    expect((await app.call(readTeam, {}, desk.as())).status).toBe(200)
    const rule = await desk.alive({ actions: [{ act: 'owner', after: 0, ownerId }] })
    const id = await desk.enter()
    await desk.work()
    expect([(await read(id)).owner, (await desk.why(id, rule))?.acts]).toMatchObject([
      null,
      [{ state: 'waiting', reason: 'later_try' }],
    ])
    await desk.later(48)
    await desk.work()
    expect((await read(id)).owner).toMatchObject({ id: ownerId })
  })

  test('who is away for longer than a week gets nobody, and the rule says that it is too late', async () => {
    const { accountId: ownerId } = await addColleague(app, church)
    const absence = { fromDay: TODAY, untilDay: '2027-07-31', deputyId: null }
    await app.call(addAbsence, { params: { id: ownerId }, body: absence }, desk.as())
    const rule = await desk.alive({ actions: [{ act: 'owner', after: 0, ownerId }] })
    const id = await desk.enter()
    await desk.work()
    await desk.later(8 * 24)
    await desk.work()
    expect(await endOf(rule, id)).toEqual(['owner expired'])
  })
})

describe('a stage', () => {
  test('of the other path is not possible, and what else the rule does is done', async () => {
    const rule = await desk.alive({ actions: [{ act: 'stage', after: 0, stageId: 8 }, task] })
    const id = await desk.enter()
    await desk.work()
    expect([await endOf(rule, id), (await read(id)).stageId]).toEqual([['stage not_possible', 'task done'], 1])
  })

  test('can be one further back, and of somebody who became a member too', async () => {
    const rule = await desk.alive({
      trigger: { kind: 'stage', stageId: 5 },
      actions: [{ act: 'stage', after: 0, stageId: 4 }],
    })
    const id = await desk.enter()
    await app.call(convertToMember, { query: { personId: id } }, desk.as())
    await desk.work()
    expect([await endOf(rule, id), (await read(id)).stageId]).toEqual([['stage done'], 4])
  })
})

describe('a text', () => {
  test('goes to a number once in 24 hours, to another person of the number after that; the dry run says the same', async () => {
    const rule = await desk.alive()
    const shared = phone()
    const first = await desk.enter({ phone: shared, firstName: 'Taiwo' })
    await desk.work()
    const enterTwin = async (firstName: string) => {
      const id = await desk.enter({ firstName })
      await app.look('update person set phone = $2 where id = $1', [id, `+234${shared.slice(1)}`])
      return id
    }
    await desk.later(23)
    const second = await enterTwin('Kehinde')
    await desk.work()
    await desk.later(2)
    const third = await enterTwin('Idowu')
    await desk.work()
    expect([await endOf(rule, first), await endOf(rule, second), await endOf(rule, third)]).toEqual([
      ['sms done'],
      ['sms same_address'],
      ['sms done'],
    ])
    const said = (await desk.acts(rule)).find(({ personId }) => personId === second)
    expect(said?.other).toBe('Taiwo Bello')
    expect(await desk.dryRun(rule)).toMatchObject({ people: 3, done: { sms: 2 }, skipped: 1, units: 2 })
  })

  test('of another rule goes to the same number on the same day', async () => {
    const rules = [
      await desk.alive(),
      await desk.alive({ actions: [{ ...text, text: 'See you on Sunday' } as Action] }),
    ]
    const id = await desk.enter({ phone: phone() })
    await desk.work()
    expect([await endOf(rules[0] ?? '', id), await endOf(rules[1] ?? '', id)]).toEqual([['sms done'], ['sms done']])
  })

  test('that costs more than is left of the day waits until midnight of the church, and tasks do not wait for it', async () => {
    await app.call(setUnitsADay, { body: { unitsADay: 1 } }, desk.as())
    const long = { ...text, text: 'Welcome. '.repeat(40) } as Action
    const rule = await desk.alive({ actions: [long, task] })
    const id = await desk.enter({ phone: phone() })
    await desk.work()
    expect(await endOf(rule, id)).toEqual(['task done'])
    await app.call(setUnitsADay, { body: { unitsADay: 3 } }, desk.as())
    await desk.work()
    expect(await endOf(rule, id)).toEqual(['sms done', 'task done'])
    expect(await desk.overview()).toMatchObject({ unitsADay: 3, unitsToday: 3 })
    const next = await desk.enter({ phone: phone() })
    await desk.work()
    expect((await desk.overview()).waiting).toEqual({ units: 0, dailyCap: 1 })
    const workAt = (instant: string) =>
      desk.workWith({ ...app.server.context, clock: { now: () => new Date(instant) } })
    await workAt('2027-06-06T22:59:59Z')
    expect(await endOf(rule, next)).toEqual(['task done'])
    await workAt('2027-06-06T23:00:00Z')
    expect(await endOf(rule, next)).toEqual(['sms done', 'task done'])
  })

  test('whose sender is approved no longer waits with all of the rule, and goes days later when it is approved again', async () => {
    const rule = await desk.alive({
      actions: [
        { ...text, after: 60 },
        { ...task, after: 60 },
      ],
    })
    const id = await desk.enter({ phone: phone() })
    await desk.work()
    const approve = (status: number) =>
      app.look('update sender_id set status = $2 where tenant_id = $1', [church.tenantId, status])
    const [kept] = await app.look('select status from sender_id where tenant_id = $1', [church.tenantId])
    await approve(0)
    await desk.later(1.1)
    await desk.work()
    expect(await endOf(rule, id)).toEqual([])
    expect(await desk.ruleOf(rule)).toMatchObject({ held: 1, faults: [{ what: 'sender', name: 'GRACECHAPEL' }] })
    await approve(Number(kept?.['status']))
    await desk.later(3 * 24)
    await desk.work()
    expect(await endOf(rule, id)).toEqual(['sms done', 'task done'])
  })
})
