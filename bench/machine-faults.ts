/**
 * One machine of several is switched off in the middle of two sends, one of a church on it and one of a church on another,
 * while two more churches are at work, and comes back: `npm run bench machines [recipients]`, with CITUS_MACHINES.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventRow } from '#contract/checkin/events.ts'
import { register } from '#contract/checkin/registration.ts'
import { checkIn } from '#contract/checkin/station.ts'
import { getCurrentSignedInUser } from '#contract/identity/session.ts'
import { readCampaign } from '#contract/messaging/sent-sms.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { addGroup } from '#contract/people/groups.ts'
import { findReportsDue } from '#server/messaging/campaigns/ask-for-reports.ts'
import { audit, faultsOf } from '#server/test-kit/audit-store.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { buildEvent } from '#server/test-kit/build-event.ts'
import { buildFamily, type Family } from '#server/test-kit/build-family.ts'
import { portOf, takeMachines, type Machine } from '#server/test-kit/cluster/machines.ts'
import { until } from '#server/test-kit/until.ts'
import { quantile, report } from './figures.ts'
import { start } from './processes.ts'
import { numbers, type Stage } from './stage.ts'

const RECIPIENTS = 20_000
const FAMILIES = 120
const GONE_MS = 20_000
const PATIENCE_SECONDS = 400
const RECEIPTS_COME_MS = 5_000
/** Those who ask for what is gone are told so in time. */
const TOLD_MS = 5_000

export async function measureMachineFaults(stage: Stage, recipients = RECIPIENTS): Promise<void> {
  const machines = await takeMachines(stage)
  const [kept, lost] = machines
  if (!kept || !lost)
    throw new Error(
      'Name at least two machines beside the coordinator: CITUS_MACHINES=<coordinator>,<machine>,<machine>',
    )
  console.log(`\nA machine stops in the middle of two sends to ${recipients.toLocaleString('en-US')}`)
  // What was connected before knows the machines by their own addresses.
  await stage.look(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'narthex_app' and datname = current_database()`,
  )
  const busy = [await busyOn(stage, kept), await busyOn(stage, lost)]
  const large = await Promise.all([sendOn(stage, kept, recipients), sendOn(stage, lost, recipients)])
  const worker = await start('server/worker.mjs', 'is processing jobs', { env: stage.env })
  try {
    const traffic = busy.map((church) => beBusy(stage, church))
    const isMidway = async (): Promise<boolean> => (await queued(stage, large)).every((left) => left < recipients * 0.8)
    await until(isMidway, PATIENCE_SECONDS)
    console.log('it stops; still in the queue here and there:', ...(await queued(stage, large)))
    for (const one of traffic) one.phase('gone')
    await lost.stop()
    await sleep(GONE_MS)
    console.log('it comes back; still in the queue here:', ...(await queued(stage, large.slice(0, 1))))
    await lost.start()
    for (const one of traffic) one.phase('back')
    const [here = [], there = []] = await atRest(stage, large, traffic)
    tellTraffic('a church of another machine', here, false)
    tellTraffic('a church of the machine', there, true)
    await tellBooks(stage, large, recipients)
    const isAlive = worker.child.exitCode === null
    report('the worker lived on', isAlive ? 'yes' : 'no', isAlive)
  } finally {
    await worker.stop()
    for (const machine of machines) await machine.stop()
  }
}

async function churchOn(stage: Stage, machine: Machine, units: number): Promise<Church> {
  for (;;) {
    const church = await stage.buildChurch({ units })
    if ((await portOf(stage.look, church.tenantId)) === machine.port) return church
  }
}

/** A send of a church, and who asks for it. */
type Large = { tenantId: string; token: string; id: string }

async function sendOn(stage: Stage, machine: Machine, recipients: number): Promise<Large> {
  const { tenantId, sender, admin } = await churchOn(stage, machine, recipients)
  const body = { subject: sender, message: 'Dear #name#, welcome', toOthers: numbers(recipients) }
  const { body: answer } = await stage.call(sendSms, { body }, { token: admin.token })
  return { tenantId, token: admin.token, id: answer.sentMessageDTO?.id ?? '' }
}

/** Of each by itself: what asks for churches of several machines asks all machines. */
const queued = (stage: Stage, large: readonly Large[]): Promise<number[]> =>
  Promise.all(
    large.map(async ({ tenantId, id }) => {
      const [found] = await stage.look('select queued from campaign where tenant_id = $1 and id = $2', [tenantId, id])
      return Number(found?.['queued'])
    }),
  )

/** A church with an event, and families none of which has registered yet. */
type Busy = Church & { event: EventRow; families: Family[] }

async function busyOn(stage: Stage, machine: Machine): Promise<Busy> {
  const church = await churchOn(stage, machine, 10_000)
  const { clock } = stage.server.context
  const event = await buildEvent({ call: stage.call, clock }, church, { classes: [{ name: 'All', capacity: null }] })
  const families: Family[] = []
  while (families.length < FAMILIES) families.push(await buildFamily({ server: stage.server, clock }, church))
  return { ...church, event, families }
}

const PHASES = ['before', 'gone', 'back'] as const
type Phase = (typeof PHASES)[number]
type Answer = { phase: Phase; act: string; status: number; ms: number }
type Traffic = { phase: (name: Phase) => void; enough: () => Promise<Answer[]> }

/** One act after the other, until it is enough. */
function beBusy(stage: Stage, church: Busy): Traffic {
  const acts = Object.entries(actsOf(stage, church))
  const answers: Answer[] = []
  let phase: Phase = 'before'
  let isEnough = false
  const run = async (): Promise<Answer[]> => {
    for (let nth = 0; !isEnough; nth += 1) {
      const [act, call] = acts[nth % acts.length] as (typeof acts)[number]
      const [asked, inPhase] = [performance.now(), phase]
      const status = (await call())?.status
      if (status !== undefined) answers.push({ phase: inPhase, act, status, ms: performance.now() - asked })
    }
    return answers
  }
  const running = run()
  return {
    phase: (name) => {
      phase = name
    },
    enough: () => {
      isEnough = true
      return running
    },
  }
}

type Act = () => Promise<{ status: number }> | undefined

function actsOf({ call }: Stage, { event, families, sender, admin: { token } }: Busy): Record<string, Act> {
  let made = 0
  const childrenOf = ({ childIds }: Family) =>
    childIds.map((personId) => ({ personId, classId: event.classes[0]?.id ?? '' }))
  return {
    reads: () => call(getCurrentSignedInUser, {}, { token }),
    writes: () =>
      call(addGroup, { body: { name: `Group ${(made += 1)}`, category: 'Cell', description: '' } }, { token }),
    sends: () => call(sendSms, { body: { subject: sender, message: 'Hello', toOthers: '08031000101' } }, { token }),
    registers: () => {
      const family = families.pop()
      const body = family && { children: childrenOf(family) }
      return body && call(register, { params: { id: event.id }, body }, { token: family.token })
    },
    comesIn: () => {
      const family = families.pop()
      const body = family && { eventId: event.id, familyId: family.familyId, children: childrenOf(family) }
      return body && call(checkIn, { body }, { token })
    },
  }
}

/** The large sends are over, the others no longer write, and what has no receipt is asked for. */
async function atRest(stage: Stage, large: readonly Large[], traffic: readonly Traffic[]): Promise<Answer[][]> {
  const look = async ({ token, id }: Large) => (await stage.call(readCampaign, { params: { id } }, { token })).body
  const all = () => Promise.all(large.map(look))
  const back = performance.now()
  await until(async () => (await all()).every(({ state }) => state === 'finished'), PATIENCE_SECONDS)
  console.log(`both sends are over ${((performance.now() - back) / 1000).toFixed(0)} s later`)
  const answers = await Promise.all(traffic.map((one) => one.enough()))
  await until(
    async () => (await stage.look('select from campaign where finished_at is null')).length === 0,
    PATIENCE_SECONDS,
  )
  await sleep(RECEIPTS_COME_MS)
  console.log('without a receipt:', ...(await all()).map(({ counts }) => counts.sent))
  // Ten minutes later, without waiting for them.
  await stage.look('update campaign set reports_due_at = finished_at where reports_due_at is not null')
  await findReportsDue(stage.server.context)
  await until(async () => (await stage.look('select from campaign where sent > 0')).length === 0, PATIENCE_SECONDS)
  for (const { counts, units } of await all()) console.log('delivered', counts.delivered, 'units', units)
  return answers
}

/** Those of the machine are told while it is gone, and whoever had asked at the moment it stopped. */
function tellTraffic(whose: string, answers: readonly Answer[], isOfTheMachine: boolean): void {
  for (const phase of PHASES) {
    const inIt = answers.filter((one) => one.phase === phase)
    const refused = inIt.filter(({ status }) => status !== 200)
    const times = inIt.map(({ ms }) => ms)
    const areTold = refused.every(({ status, ms }) => status === 503 && ms < TOLD_MS)
    const which = [...new Set(refused.map(({ act, status }) => `${act} ${status}`))].join(', ')
    const figure = `${inIt.length} acts, ${refused.length} not done ${which ? `(${which}) ` : ''}p50 ${quantile(times, 0.5).toFixed(0)} longest ${quantile(times, 1).toFixed(0)} ms`
    report(`${whose}, ${phase}`, figure, isOfTheMachine ? areTold : refused.length === 0)
  }
}

async function tellBooks(stage: Stage, large: readonly Large[], recipients: number): Promise<void> {
  type Arrived = { total: number; items: { attempts: number }[] }
  const arrived = (await (await fetch(`${stage.sandboxUrl}/_sandbox/sms?limit=250000`)).json()) as Arrived
  const [known] = await stage.look('select count(*)::int as messages from campaign_recipient')
  const twice = arrived.items.filter(({ attempts }) => attempts > 1).length
  const handedOver = `${arrived.total} handed over of ${String(known?.['messages'])} written, ${twice} twice`
  report('messages', handedOver, twice === 0 && arrived.total === known?.['messages'])
  const spent: number[] = []
  for (const { tenantId } of large) {
    const [left] = await stage.look(
      `select sum(balance)::int as units from unit_account where tenant_id = $1 and account in ('available', 'held')`,
      [tenantId],
    )
    spent.push(recipients - Number(left?.['units']))
  }
  const areExact = spent.every((units) => units === recipients)
  report('units spent', spent.join(' and '), areExact)
  const faults = faultsOf(await audit(stage.look))
  report('books at rest', faults.join(', ') || 'all audits hold', faults.length === 0)
}
