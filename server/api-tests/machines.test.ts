import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { EventRow } from '#contract/checkin/events.ts'
import { register } from '#contract/checkin/registration.ts'
import { checkIn } from '#contract/checkin/station.ts'
import { getCurrentSignedInUser, login } from '#contract/identity/session.ts'
import { readCampaign } from '#contract/messaging/sent-sms.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { addGroup } from '#contract/people/groups.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { buildEvent } from '#server/test-kit/build-event.ts'
import { buildFamily, type Family } from '#server/test-kit/build-family.ts'
import { cloneDatabase } from '#server/test-kit/cluster/database.ts'
import { portOf, takeMachines, type Machine } from '#server/test-kit/cluster/machines.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { until } from '#server/test-kit/until.ts'

/** A church with an event, and families none of which has registered yet. */
type Used = Church & { event: EventRow; families: Family[] }

let app: TestApp
let machines: Machine[]
/** On the first machine, and on the second one, which is the one that stops. */
let here: Used
let there: Used
async function open(): Promise<void> {
  const database = await cloneDatabase()
  machines = await takeMachines(database)
  app = await startApp({ database })
  here = await churchOn(machines[0])
  there = await churchOn(machines[1])
}
async function close(): Promise<void> {
  await app.stop()
  for (const machine of machines) await machine.stop()
}

/** Families to register at the portal and at the desk, in each round. */
const FAMILIES = 8

async function churchOn(machine: Machine | undefined): Promise<Used> {
  for (;;) {
    const church = await app.buildChurch({ units: 200 })
    if ((await portOf(app.look, church.tenantId)) !== machine?.port) continue
    const event = await buildEvent(app, church)
    const families: Family[] = []
    while (families.length < FAMILIES) families.push(await buildFamily(app, church))
    return { ...church, event, families }
  }
}

const as = ({ admin: { token } }: Church) => ({ token })
const whoAmI = (church: Church) => app.call(getCurrentSignedInUser, {}, as(church))
const signIn = ({ admin: { email, password } }: Church) => app.call(login, { body: { userName: email, password } })
const write = (church: Church, name: string) =>
  app.call(addGroup, { body: { name, category: 'Cell', description: '' } }, as(church))
const send = (church: Church) =>
  app.call(sendSms, { body: { subject: church.sender, message: 'Hello', toOthers: '08031000101' } }, as(church))
const childrenOf = ({ event: { classes } }: Used, { childIds }: Family) =>
  childIds.map((personId) => ({ personId, classId: classes[0]?.id ?? '' }))
const registers = (church: Used, family: Family) =>
  app.call(
    register,
    { params: { id: church.event.id }, body: { children: childrenOf(church, family) } },
    { token: family.token },
  )
const comesIn = (church: Used, family: Family) => {
  const body = { eventId: church.event.id, familyId: family.familyId, children: childrenOf(church, family) }
  return app.call(checkIn, { body }, as(church))
}
/** A message is handed over and reported, which is for jobs to do. */
async function delivered(church: Church): Promise<{ status: number }> {
  const { status, body } = await send(church)
  if (status !== 200) return { status }
  const params = { id: body.sentMessageDTO?.id ?? '' }
  await until(
    async () => (await app.call(readCampaign, { params }, as(church))).body.counts.delivered === 1,
    PATIENCE_SECONDS,
  )
  return { status }
}
/** Of jobs, which look again after a while. */
const PATIENCE_SECONDS = 30

let round = 0
/** Everything at once: what each act was answered. How soon, `npm run bench machines` measures. */
async function tryAll(church: Used): Promise<Record<string, number>> {
  const nth = (round += 1)
  const [first, second] = church.families.splice(0, 2) as [Family, Family]
  const acts = {
    reads: () => whoAmI(church),
    signsIn: () => signIn(church),
    writes: () => write(church, `Group ${nth}`),
    sends: () => send(church),
    delivers: () => delivered(church),
    registers: () => registers(church, first),
    comesIn: () => comesIn(church, second),
  }
  const answered = Object.entries(acts).map(async ([act, call]) => [act, (await call()).status] as const)
  return Object.fromEntries(await Promise.all(answered))
}
const everything = (status: number) => ({
  reads: status,
  signsIn: status,
  writes: status,
  sends: status,
  delivers: status,
  registers: status,
  comesIn: status,
})

async function oneStops(): Promise<void> {
  await Promise.all(Array.from({ length: 20 }, (_, nth) => whoAmI(nth % 2 ? here : there)))
  await machines[1]?.stop()
  const [lost, kept] = await Promise.all([tryAll(there), tryAll(here)])
  expect({ lost, kept }).toEqual({ lost: everything(503), kept: everything(200) })
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
}

async function itComesBack(): Promise<void> {
  await machines[1]?.start()
  const [back, kept] = await Promise.all([tryAll(there), tryAll(here)])
  expect({ back, kept }).toEqual({ back: everything(200), kept: everything(200) })
}

/** Where there is one machine alone nothing of this can be seen: run with CITUS_MACHINES (docs/operations.md). */
const areMany = inject('workerUrls').length > 1
const oneHasAll = async (): Promise<void> => {
  expect(inject('workerUrls')).toEqual([])
}
const facts: [string, () => Promise<void>][] = areMany
  ? [
      ['one stops: its churches are told to come back, the others go on', oneStops],
      ['it comes back: everything goes on', itComesBack],
    ]
  : [['one machine has all churches', oneHasAll]]

beforeAll(() => (areMany ? open() : undefined), 120_000)
afterAll(() => (areMany ? close() : undefined), 120_000)

test.each(facts)('%s', async (_name, fact) => {
  await expect(fact()).resolves.toBeUndefined()
})
