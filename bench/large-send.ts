import { uploadContactFile } from '#contract/messaging/contact-files.ts'
import { readCampaign } from '#contract/messaging/sent-sms.ts'
import { quoteSms, sendSms, type Destination } from '#contract/messaging/sms.ts'
import { readSession } from '#contract/identity/session.ts'
import { audit, faultsOf } from '#server/test-kit/audit-store.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { until } from '#server/test-kit/until.ts'
import { freePort } from '#server/test-kit/free-port.ts'
import { report } from './figures.ts'
import type { Loaded } from './load.ts'
import { start, startLoad, type Started } from './processes.ts'
import { numbers, timed, type Stage } from './stage.ts'

export const RECIPIENTS = 100_000
const ACCEPT_MS = 2_000
const HANDED_OVER_PER_SECOND = 1_000
const WORKER_MB = 200
const SERVER_MB = 150
/** The dashboard of another church, opened so often during a delivery. */
const OTHER_EVERY_MS = 50
const WATCHED_MS = 20_000
const CALM_MS = 5_000
const PATIENCE_SECONDS = 300

const ALL = 'membership_00000000-0000-0000-0000-000000000000'
const message = 'Dear #name#, the harvest service begins at nine on Sunday. Grace Chapel'

type Way = {
  what: string
  church: Church
  destination: Destination
  body: { groupedContacts?: string[]; contactFileId?: string; toOthers?: string }
}

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
  const rows = list
    .split(',')
    .map((phone, index) => `${personOf(index).firstName} ${personOf(index).lastName},${phone}`)
  const file = new File([`Name,Phone\n${rows.join('\n')}`], 'contacts.csv')
  const { result, ms } = await timed(() => stage.call(uploadContactFile, { file }, { token: uploaded.admin.token }))
  report(
    'upload of the contact file',
    `${ms} ms (≤ 10000), ${result.body.contacts} contacts`,
    ms <= 10_000 && result.body.contacts === RECIPIENTS,
  )
  return [
    { what: 'typed numbers', church: typed, destination: { phoneNumbers: list }, body: { toOthers: list } },
    {
      what: 'uploaded file',
      church: uploaded,
      destination: { contactFileId: result.body.id },
      body: { contactFileId: result.body.id },
    },
    { what: 'all contacts', church: all, destination: { allContacts: true }, body: { groupedContacts: [ALL] } },
  ]
}

/** Names as they are: some with marks, which make the message dearer. */
const personOf = (index: number) => ({
  firstName:
    ['Ngọzi', 'Ada', 'Tunde', 'Ṣadé', 'Emeka', 'Kwame'][index % 6] + (['', 'bi', 'lo', 'chi'][index % 4] ?? ''),
  lastName: 'Eze',
  phone: `+23480${String(31_000_000 + Math.floor(index / 98) * 100 + (index % 98))}`,
})

async function accept(stage: Stage, { what, church, destination, body }: Way): Promise<{ church: Church; id: string }> {
  const { token } = church.admin
  const quoted = await timed(() => stage.call(quoteSms, { body: { destination, message } }, { token }))
  const { units, recipients } = quoted.result.body
  const sent = await timed(() =>
    stage.call(sendSms, { body: { subject: church.sender, message, quotedUnits: units, ...body } }, { token }),
  )
  const id = sent.result.body.sentMessageDTO?.id ?? ''
  const [held] = await stage.look(
    `select balance::int as units from unit_account where tenant_id = $1 and account = 'held'`,
    [church.tenantId],
  )
  const isExact = sent.result.body.status && held?.['units'] === units && recipients === RECIPIENTS
  const sentence = `${sent.ms} ms (≤ ${ACCEPT_MS}), quote ${quoted.ms} ms, ${recipients} recipients, ${units} units quoted, ${String(held?.['units'])} held`
  report(`accepted, ${what}`, sentence, isExact && sent.ms <= ACCEPT_MS)
  return { church, id }
}

/**
 * A worker of its own delivers everything that was accepted, and an API of its own takes the receipts, while another
 * church reads its session there.
 */
async function deliver(stage: Stage, { church, id }: { church: Church; id: string }, other: Church): Promise<void> {
  const port = await freePort()
  const env = { ...stage.env, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, RUN_JOBS: 'no' }
  const api = await start('server/main.ts', 'is running at', { env })
  const load = startLoad()
  const watch = (milliseconds: number): Promise<Loaded> =>
    load.put({
      url: env.PUBLIC_URL + readSession.path,
      token: other.admin.token,
      everyMilliseconds: OTHER_EVERY_MS,
      milliseconds,
    })
  await watch(CALM_MS)
  const calm = await watch(CALM_MS)
  const worker = await start('server/worker.ts', 'works on jobs', { env })
  let most = 0
  const weighing = setInterval(() => (most = Math.max(most, worker.megabytes())), 250)
  try {
    const total = 3 * RECIPIENTS
    const [{ ms }, busy] = await Promise.all([timed(() => allHandedOver(stage)), watch(WATCHED_MS)])
    const rate = Math.round((total / ms) * 1000)
    report(
      'handed over to the gateway',
      `${rate} a second (≥ ${HANDED_OVER_PER_SECOND}), three sends at once`,
      rate >= HANDED_OVER_PER_SECOND,
    )
    report('another church reads its session', `${inMs(busy)}; without the sends ${inMs(calm)}`, busy.failures === 0)
    await finish(stage, { church, id }, worker)
    report('memory of the worker', `${most.toFixed(0)} MB (≤ ${WORKER_MB})`, most <= WORKER_MB)
    report(
      'memory of the server after it',
      `${api.megabytes().toFixed(0)} MB (≤ ${SERVER_MB})`,
      api.megabytes() <= SERVER_MB,
    )
  } finally {
    clearInterval(weighing)
    load.stop()
    await worker.stop()
    await api.stop()
  }
}

const inMs = ({ p50, p99 }: Loaded): string => `p50 ${p50.toFixed(0)} p99 ${p99.toFixed(0)} ms`

async function finish(stage: Stage, { church, id }: { church: Church; id: string }, worker: Started): Promise<void> {
  await until(async () => {
    const open = await stage.look(`select from sms_campaign where finished_at is null or sent > 0`)
    return open.length === 0
  }, PATIENCE_SECONDS)
  const { body } = await stage.call(readCampaign, { params: { id } }, { token: church.admin.token })
  const faults = faultsOf(await audit(stage.look))
  report(
    'books at rest',
    faults.length === 0 ? `${body.counts.delivered} delivered, all audits hold` : faults.join(', '),
    faults.length === 0,
  )
  if (worker.child.exitCode !== null) throw new Error('The worker ended before its work.')
}

/** Every recipient has an answer of the gateway. */
async function allHandedOver(stage: Stage): Promise<void> {
  await until(async () => {
    const [left] = await stage.look('select coalesce(sum(queued), 0)::int as queued from sms_campaign')
    return left?.['queued'] === 0
  }, PATIENCE_SECONDS)
}
