import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { getCurrentSignedInUser, login } from '#contract/identity/session.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { addGroup } from '#contract/people/groups.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { cloneDatabase } from '#server/test-kit/cluster/database.ts'
import { portOf, takeMachines, type Machine } from '#server/test-kit/cluster/machines.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
let machines: Machine[]
/** On the first machine, and on the second one, which is the one that stops. */
let here: Church
let there: Church
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

async function churchOn(machine: Machine | undefined): Promise<Church> {
  for (;;) {
    const church = await app.buildChurch({ units: 200 })
    if ((await portOf(app.look, church.tenantId)) === machine?.port) return church
  }
}

const as = ({ admin: { token } }: Church) => ({ token })
const whoAmI = (church: Church) => app.call(getCurrentSignedInUser, {}, as(church))
const signIn = ({ admin: { email, password } }: Church) => app.call(login, { body: { userName: email, password } })
const write = (church: Church, name: string) =>
  app.call(addGroup, { body: { name, category: 'Cell', description: '' } }, as(church))
const send = (church: Church) =>
  app.call(sendSms, { body: { subject: church.sender, message: 'Hello', toOthers: '08031000101' } }, as(church))
type Timed = { status: number; milliseconds: number }
async function timed(call: () => Promise<{ status: number }>): Promise<Timed> {
  const started = performance.now()
  const { status } = await call()
  return { status, milliseconds: performance.now() - started }
}
const statuses = (answers: Timed[]) => [...new Set(answers.map(({ status }) => status))]
const slowest = (answers: Timed[]) => Math.max(...answers.map(({ milliseconds }) => milliseconds))

/** Everything a few times at once, by what is done. */
async function tryAll(church: Church, round: number): Promise<Record<string, Timed[]>> {
  const acts = {
    reads: () => whoAmI(church),
    signsIn: () => signIn(church),
    writes: () => write(church, `Group ${round}`),
    sends: () => send(church),
  }
  const done = Object.entries(acts).map(async ([act, call]) => [act, [await timed(call)]] as [string, Timed[]])
  return Object.fromEntries(await Promise.all(done))
}
const all = (used: Record<string, Timed[]>): Timed[] => Object.values(used).flat()

async function oneStops(): Promise<void> {
  await Promise.all(Array.from({ length: 20 }, (_, nth) => whoAmI(nth % 2 ? here : there)))
  await machines[1]?.stop()
  const [lost, kept] = await Promise.all([tryAll(there, 1), tryAll(here, 1)])
  expect(statuses(all(lost))).toEqual([503])
  expect(slowest(all(lost))).toBeLessThan(5_000)
  expect(statuses([...(kept['reads'] ?? []), ...(kept['signsIn'] ?? []), ...(kept['writes'] ?? [])])).toEqual([200])
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
}

async function takenOut(): Promise<void> {
  await app.look('update pg_dist_node set isactive = false where nodeport = $1', [machines[1]?.port])
  const [lost, kept] = await Promise.all([tryAll(there, 2), tryAll(here, 2)])
  expect(statuses(all(lost))).toEqual([503])
  expect(statuses(all(kept))).toEqual([200])
}

/** Where there is one machine alone nothing of this can be seen: run with CITUS_MACHINES (docs/operations.md). */
const areMany = inject('workerUrls').length > 1
const oneHasAll = async (): Promise<void> => {
  expect(inject('workerUrls')).toEqual([])
}
const facts: [string, () => Promise<void>][] = areMany
  ? [
      ['one stops: its churches are told within 5 s to come back, the others go on', oneStops],
      ['taken out by the operator: everything of the others goes on', takenOut],
    ]
  : [['one machine has all churches', oneHasAll]]

beforeAll(() => (areMany ? open() : undefined), 120_000)
afterAll(() => (areMany ? close() : undefined), 120_000)

test.each(facts)('%s', async (_name, fact) => {
  await expect(fact()).resolves.toBeUndefined()
})
