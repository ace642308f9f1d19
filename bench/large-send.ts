import { uploadContactFile } from '#contract/messaging/contact-files.ts'
import { readCampaign } from '#contract/messaging/sent-sms.ts'
import { quoteSms, sendSms, type Destination } from '#contract/messaging/sms.ts'
import { readSession } from '#contract/identity/session.ts'
import { audit, faultsOf } from '#server/test-kit/audit-store.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { until } from '#server/test-kit/until.ts'
import { quantile, report } from './figures.ts'
import { start, type Started } from './processes.ts'
import { numbers, timed, type Stage } from './stage.ts'

export const RECIPIENTS = 100_000
const ACCEPT_MS = 2_000
const HANDED_OVER_PER_SECOND = 1_000
const WORKER_MB = 200
/** The dashboard of another church, opened so often during a delivery. */
const OTHER_EVERY_MS = 50
const PATIENCE_SECONDS = 300

const ALL = 'membership_00000000-0000-0000-0000-000000000000'
const message = 'Dear #name#, the harvest service begins at nine on Sunday. Grace Chapel'

type Way = { what: string; church: Church; destination: Destination; body: { groupedContacts?: string[]; contactFileId?: string; toOthers?: string } }

/** 100,000 recipients in one send: accepted, held, handed over, and nobody else disturbed. */
export async function measureLargeSend(stage: Stage): Promise<void> {
  console.log(`\n${RECIPIENTS.toLocaleString('en-US')} recipients in one send`)
  const ways = await waysOf(stage)
  await stage.look('vacuum analyze')
  let campaign: { church: Church; id: string } | undefined
  for (const way of ways) campaign = await accept(stage, way)
  if (campaign) await deliver(stage, campaign, await stage.buildChurch({}))
}

async function waysOf(stage: Stage): Promise<Way[]> {
  const church = (people = 0): Promise<Church> =>
    stage.buildChurch({ units: 10 * RECIPIENTS, people: Array.from({ length: people }, (_, index) => personOf(index)) })
  const [typed, uploaded, all] = [await church(), await church(), await church(RECIPIENTS)]
  const list = numbers(RECIPIENTS)
  const rows = list.split(',').map((phone, index) => `${personOf(index).firstName} ${personOf(index).lastName},${phone}`)
  const file = new File([`Name,Phone\n${rows.join('\n')}`], 'contacts.csv')
  const { result, ms } = await timed(() => stage.call(uploadContactFile, { file }, { token: uploaded.admin.token }))
  report('upload of the contact file', `${ms} ms (≤ 10000), ${result.body.contacts} contacts`, ms <= 10_000 && result.body.contacts === RECIPIENTS)
  return [
    { what: 'typed numbers', church: typed, destination: { phoneNumbers: list }, body: { toOthers: list } },
    { what: 'uploaded file', church: uploaded, destination: { contactFileId: result.body.id }, body: { contactFileId: result.body.id } },
    { what: 'all contacts', church: all, destination: { allContacts: true }, body: { groupedContacts: [ALL] } },
  ]
}

/** Names as they are: some with marks, which make the message dearer. */
const personOf = (index: number) => ({
  firstName: ['Ngọzi', 'Ada', 'Tunde', 'Ṣadé', 'Emeka', 'Kwame'][index % 6] + ['', 'bi', 'lo', 'chi'][index % 4]!,
  lastName: 'Eze',
  phone: `+23480${String(31_000_000 + Math.floor(index / 98) * 100 + (index % 98))}`,
})

async function accept(stage: Stage, { what, church, destination, body }: Way): Promise<{ church: Church; id: string }> {
  const { token } = church.admin
  const quoted = await timed(() => stage.call(quoteSms, { body: { destination, message } }, { token }))
  const { units, recipients } = quoted.result.body
  const sent = await timed(() => stage.call(sendSms, { body: { subject: church.sender, message, quotedUnits: units, ...body } }, { token }))
  const id = sent.result.body.sentMessageDTO?.id ?? ''
  const [held] = await stage.look(`select balance::int as units from unit_account where tenant_id = $1 and account = 'held'`, [church.tenantId])
  const isExact = sent.result.body.status && held?.['units'] === units && recipients === RECIPIENTS
  const sentence = `${sent.ms} ms (≤ ${ACCEPT_MS}), quote ${quoted.ms} ms, ${recipients} recipients, ${units} units quoted, ${String(held?.['units'])} held`
  report(`accepted, ${what}`, sentence, isExact && sent.ms <= ACCEPT_MS)
  return { church, id }
}

/** A worker of its own delivers everything that was accepted, while another church reads its session. */
async function deliver(stage: Stage, { church, id }: { church: Church; id: string }, other: Church): Promise<void> {
  const calm = await watch(stage, other, () => new Promise((resolve) => setTimeout(resolve, 3_000)))
  const worker = await start('server/worker.ts', 'works on jobs', { env: stage.env })
  let most = 0
  const weighing = setInterval(() => (most = Math.max(most, worker.megabytes())), 250)
  try {
    const total = 3 * RECIPIENTS
    const busy = await watch(stage, other, () => handedOver(stage, total))
    const rate = Math.round(total / busy.seconds)
    report('handed over to the gateway', `${rate} a second (≥ ${HANDED_OVER_PER_SECOND}), three sends at once`, rate >= HANDED_OVER_PER_SECOND)
    report('memory of the worker', `${most.toFixed(0)} MB (≤ ${WORKER_MB})`, most <= WORKER_MB)
    report('another church reads its session', `p50 ${busy.p50.toFixed(0)} p99 ${busy.p99.toFixed(0)} ms; without the sends p50 ${calm.p50.toFixed(0)} p99 ${calm.p99.toFixed(0)} ms`, null)
    await finish(stage, { church, id }, worker)
  } finally {
    clearInterval(weighing)
    await worker.stop()
  }
}

async function finish(stage: Stage, { church, id }: { church: Church; id: string }, worker: Started): Promise<void> {
  await until(async () => {
    const open = await stage.look(`select from sms_campaign where finished_at is null or sent > 0`)
    return open.length === 0
  }, PATIENCE_SECONDS)
  const { body } = await stage.call(readCampaign, { params: { id } }, { token: church.admin.token })
  const faults = faultsOf(await audit(stage.look))
  report('books at rest', faults.length === 0 ? `${body.counts.delivered} delivered, all audits hold` : faults.join(', '), faults.length === 0)
  if (worker.child.exitCode !== null) throw new Error('The worker ended before its work.')
}

async function handedOver(stage: Stage, total: number): Promise<void> {
  await until(async () => {
    const reply = await fetch(`${stage.sandboxUrl}/_sandbox/sms?limit=1`)
    const [left] = await stage.look('select coalesce(sum(queued), 0)::int as queued from sms_campaign')
    return reply.ok && left?.['queued'] === 0 && total > 0
  }, PATIENCE_SECONDS)
}

/** Calls at fixed instants, counted from the instant: a server that stalls is not asked less. */
async function watch(stage: Stage, { admin }: Church, work: () => Promise<unknown>): Promise<{ p50: number; p99: number; seconds: number }> {
  const started = performance.now()
  const calls: Promise<number>[] = []
  const timer = setInterval(() => {
    const due = started + (calls.length + 1) * OTHER_EVERY_MS
    calls.push(stage.call(readSession, {}, { token: admin.token }).then(() => performance.now() - due))
  }, OTHER_EVERY_MS)
  await work()
  clearInterval(timer)
  const seconds = (performance.now() - started) / 1000
  const times = await Promise.all(calls)
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), seconds }
}
