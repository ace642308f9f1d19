import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAbsence, setDeputy } from '#contract/followup/day.ts'
import { addNote, changeOwner, updateLeadStatus } from '#contract/followup/existing-clients.ts'
import { addNewcomer, readNewcomer } from '#contract/followup/people.ts'
import { changeFollowupSettings } from '#contract/followup/settings.ts'
import { createTask, editTask } from '#contract/followup/tasks.ts'
import { login } from '#contract/identity/session.ts'
import { removeStaff } from '#contract/identity/staff.ts'
import { archivePeople } from '#contract/people/changes.ts'
import { addColleague, type Colleague } from '../../test-kit/add-colleague.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { mailsTo } from '../../test-kit/inbox.ts'
import { guest } from '../../test-kit/rich-followup.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { sendTold, watchFollowup } from './index.ts'

let app: TestApp
let church: Church
let token = ''
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  app.clock.advance(Date.parse('2027-06-06T08:00:00Z') - app.clock.now().getTime())
  church = await app.buildChurch({ expiresOn: '2030-01-01' })
  ;({ token } = church.admin)
  await work(100)
})
afterAll(() => app.stop())

const as = () => ({ token })
/** A church that works at all hours: working hours are hours. */
const work = (untouchedHours: number) =>
  app.call(
    changeFollowupSettings,
    { body: { hours: { untouchedHours, workDays: [1, 2, 3, 4, 5, 6, 7], workFrom: 0, workUntil: 1440 } } },
    as(),
  )
const later = async (hours: number) => {
  app.clock.advance(hours * 3_600_000)
  const { email: userName, password } = church.admin
  token = (await app.call(login, { body: { userName, password } })).body.token
}
const colleague = (firstName: string): Promise<Colleague> => addColleague(app, church, { firstName, lastName: 'Bello' })
const add = async (ownerId: string | null) =>
  (await app.call(addNewcomer, { body: { ...guest, ownerId } }, as())).body.id
const ownerOf = async (id: string) => (await app.call(readNewcomer, { params: { id } }, as())).body.owner?.id ?? null
const give = (id: string, ownerID: string | null) => app.call(changeOwner, { params: { id }, body: { ownerID } }, as())
const watch = () => watchFollowup(app.server.context)

/** What was put on its way about somebody, and to whom. */
const told = async (personId: string) =>
  (
    await app.look(
      `select data->>'what' as what, data->>'accountId' as "to" from pgboss.job where name = 'followup.tell' and data->>'personId' = $1`,
      [personId],
    )
  )
    .map(({ what, to }) => `${String(what)} ${String(to)}`)
    .toSorted()

describe('a card that nobody touches', () => {
  test('goes to the pool where there is no deputy, once; the owner before is told, and nobody else', async () => {
    const efua = await colleague('Efua')
    const id = await add(efua.accountId)
    await later(99)
    await watch()
    expect(await ownerOf(id)).toBe(efua.accountId)
    await later(2)
    await Promise.all([watch(), watch()])
    expect(await ownerOf(id)).toBeNull()
    expect(await told(id)).toEqual([`handed_on ${efua.accountId}`])
  })

  test('goes to the deputy with its open tasks, and both are told', async () => {
    const [efua, tunde] = [await colleague('Efua'), await colleague('Tunde')]
    await app.call(setDeputy, { params: { id: efua.accountId }, body: { deputyId: tunde.accountId } }, as())
    const id = await add(efua.accountId)
    await app.call(createTask, { body: { instructions: 'Call', contacts: id, personID: efua.accountId } }, as())
    await later(101)
    await watch()
    const { owner, tasks } = (await app.call(readNewcomer, { params: { id } }, as())).body
    expect([owner?.id, tasks.map(({ personID }) => personID)]).toEqual([tunde.accountId, [tunde.accountId]])
    expect(await told(id)).toEqual([`handed_on ${efua.accountId}`, `taken_over ${tunde.accountId}`].toSorted())
  })

  test('gives its new owner the whole time again, however long nobody had touched it before', async () => {
    const [before, now] = [await colleague('Hawa'), await colleague('Ama')]
    const id = await add(before.accountId)
    await later(90)
    // The time is shortened while the card changes hands, and set back before that is over.
    await work(10)
    await give(id, now.accountId)
    await work(50)
    await later(11)
    await watch()
    expect([await ownerOf(id), await told(id)]).toEqual([now.accountId, []])
    await later(38)
    await watch()
    expect(await ownerOf(id)).toBe(now.accountId)
    await later(2)
    await watch()
    expect(await ownerOf(id)).toBeNull()
    await work(100)
  })

  test('waits again from when it was touched', async () => {
    const efua = await colleague('Efua')
    const id = await add(efua.accountId)
    await later(90)
    const { body } = await app.call(login, { body: { userName: efua.email, password: church.admin.password } })
    await app.call(addNote, { params: { id }, body: { note: 'Likes tea' } }, { token: body.token })
    await later(90)
    await watch()
    expect(await ownerOf(id)).toBe(efua.accountId)
    await later(11)
    await watch()
    expect(await ownerOf(id)).toBeNull()
  })

  test('waits while its owner is away, also where the absence was entered later, and while follow-up is paused', async () => {
    const [away, owner] = [await colleague('Esi'), await colleague('Yaw')]
    const [first, second] = [await add(away.accountId), await add(owner.accountId)]
    const day = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
    const days = { fromDay: day(2), untilDay: day(9), deputyId: null }
    expect((await app.call(addAbsence, { params: { id: away.accountId }, body: days }, as())).status).toBe(200)
    await app.call(updateLeadStatus, { params: { id: second }, query: { status: 1 } }, as())
    await later(101)
    await watch()
    expect([await ownerOf(first), await ownerOf(second)]).toEqual([away.accountId, owner.accountId])
    await later(8 * 24)
    await watch()
    expect([await ownerOf(first), await ownerOf(second)]).toEqual([null, owner.accountId])
  })

  test('of nobody is handed on to nobody', async () => {
    const id = await add(null)
    await later(500)
    await watch()
    expect([await ownerOf(id), await told(id)]).toEqual([null, []])
  })
})

describe('a reminder', () => {
  const remind = async (ownerId: string | null, personID?: string) => {
    const id = await add(ownerId)
    const dueDate = new Date(app.clock.now().getTime() + 120 * 60_000).toISOString()
    const { body } = await app.call(
      createTask,
      { body: { instructions: 'Call', contacts: id, dueDate, reminder: 60, ...(personID ? { personID } : {}) } },
      as(),
    )
    return { id, task: body.returnObject }
  }

  test('is told to whom the task is given, else to whoever looks after the person, else to nobody', async () => {
    const [efua, tunde] = [await colleague('Efua'), await colleague('Tunde')]
    const [given, owned, nobodys] = [
      await remind(efua.accountId, tunde.accountId),
      await remind(efua.accountId),
      await remind(null),
    ]
    await later(1.1)
    await watch()
    await watch()
    expect([await told(given.id), await told(owned.id), await told(nobodys.id)]).toEqual([
      [`reminder ${tunde.accountId}`],
      [`reminder ${efua.accountId}`],
      [],
    ])
  })

  test('is told late after an outage, and no more when the task was due more than a day ago', async () => {
    const efua = await colleague('Efua')
    const soon = await remind(efua.accountId)
    await later(25)
    await watch()
    expect(await told(soon.id)).toEqual([`reminder ${efua.accountId}`])
    const long = await remind(efua.accountId)
    await later(27)
    await watch()
    expect(await told(long.id)).toEqual([])
  })

  test('of a task that is closed, or about somebody archived, is not told', async () => {
    const efua = await colleague('Efua')
    const [closed, archived] = [await remind(efua.accountId), await remind(efua.accountId)]
    await app.call(editTask, { params: { id: closed.task.id }, body: { status: 2 } }, as())
    await app.call(archivePeople, { body: { people: { ids: [archived.id] } } }, as())
    await later(1.1)
    await watch()
    expect([await told(closed.id), await told(archived.id)]).toEqual([[], []])
  })

  test('on its way says nothing any more of a task that was closed, or to somebody who left', async () => {
    const [efua, leaver] = [await colleague('Efua'), await colleague('Hawa')]
    const [open, closed, left] = [
      await remind(efua.accountId),
      await remind(efua.accountId),
      await remind(leaver.accountId),
    ]
    const send = ({ id, task }: typeof open, accountId: string) =>
      sendTold(app.server.context, {
        tenantId: church.tenantId,
        accountId,
        personId: id,
        taskId: task.id,
        what: 'reminder',
      })
    await app.call(editTask, { params: { id: closed.task.id }, body: { status: 3 } }, as())
    await app.call(removeStaff, { params: { id: leaver.accountId } }, as())
    await send(open, efua.accountId)
    await send(closed, efua.accountId)
    await send(left, leaver.accountId)
    expect((await mailsTo(app.sandboxUrl, efua.email)).map(({ subject }) => subject)).toEqual([
      'A follow-up task is due soon',
    ])
    expect(await mailsTo(app.sandboxUrl, leaver.email)).toEqual([])
  })
})
