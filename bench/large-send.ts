import { uploadContactFile } from '#contract/messaging/contact-files.ts'
import { readCampaign } from '#contract/messaging/sent-sms.ts'
import { quoteSms, sendSms, type Destination } from '#contract/messaging/sms.ts'
import { audit, faultsOf } from '#server/test-kit/audit-store.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { until } from '#server/test-kit/until.ts'
import { freePort } from '#server/test-kit/free-port.ts'
import { report } from './figures.ts'
import { watchOthers, type Others } from './others.ts'
import { start, type Started } from './processes.ts'
import { numbers, timed, type Stage } from './stage.ts'

const RECIPIENTS = 100_000
const ACCEPT_MS = 2_000
const HANDED_OVER_PER_SECOND = 1_000
const WORKER_MB = 200
const SERVER_MB = 150
const PATIENCE_SECONDS = 300

const ALL = 'membership_00000000-0000-0000-0000-000000000000'
const message = 'Dear #name#, the harvest service begins at nine on Sunday. Grace Chapel'

type Way = {
  what: string
  count: number
  church: Church
  destination: Destination
  body: { groupedContacts?: string[]; contactFileId?: string; toOthers?: string }
}

type Sent = { church: Church; id: string }

/** 100,000 recipients in one send: accepted, held, handed over, and nobody else disturbed; then two such sends at once. */
export async function measureLargeSend(stage: Stage, recipients = RECIPIENTS): Promise<void> {
  console.log(`\n${recipients.toLocaleString('en-US')} recipients in one send`)
  const [first, ...more] = await waysOf(stage, recipients)
  await stage.look('vacuum analyze')
  const port = await freePort()
  const env = { ...stage.env, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, RUN_JOBS: 'no' }
  const api = await start('server/main.mjs', 'is running at', { env, watched: true })
  const others = await watchOthers(stage, env.PUBLIC_URL, api)
  try {
    for (const ways of [first ? [first] : [], more]) {
      const sent: Sent[] = []
      for (const way of ways) sent.push(await accept(stage, way))
      await deliver({ stage, env, others }, sent, recipients)
    }
    const megabytes = api.megabytes()
    report('memory of the server after it', `${megabytes.toFixed(0)} MB (≤ ${SERVER_MB})`, megabytes <= SERVER_MB)
  } finally {
    others.stop()
    await api.stop()
  }
}

async function waysOf(stage: Stage, count: number): Promise<Way[]> {
  const church = (people = 0): Promise<Church> =>
    stage.buildChurch({ units: 10 * count, people: Array.from({ length: people }, (_, index) => personOf(index)) })
  const [typed, uploaded, all] = [await church(), await church(), await church(count)]
  const list = numbers(count)
  const rows = list
    .split(',')
    .map((phone, index) => `${personOf(index).firstName} ${personOf(index).lastName},${phone}`)
  const file = new File([`Name,Phone\n${rows.join('\n')}`], 'contacts.csv')
  const { result, ms } = await timed(() => stage.call(uploadContactFile, { file }, { token: uploaded.admin.token }))
  report(
    'upload of the contact file',
    `${ms} ms (≤ 10000), ${result.body.contacts} contacts`,
    ms <= 10_000 && result.body.contacts === count,
  )
  return [
    { what: 'typed numbers', count, church: typed, destination: { phoneNumbers: list }, body: { toOthers: list } },
    {
      what: 'uploaded file',
      count,
      church: uploaded,
      destination: { contactFileId: result.body.id },
      body: { contactFileId: result.body.id },
    },
    { what: 'all contacts', count, church: all, destination: { allContacts: true }, body: { groupedContacts: [ALL] } },
  ]
}

/** Names as they are: some with marks, which make the message dearer. */
const personOf = (index: number) => ({
  firstName:
    ['Ngọzi', 'Ada', 'Tunde', 'Ṣadé', 'Emeka', 'Kwame'][index % 6] + (['', 'bi', 'lo', 'chi'][index % 4] ?? ''),
  lastName: 'Eze',
  phone: `+23480${String(31_000_000 + Math.floor(index / 98) * 100 + (index % 98))}`,
})

async function accept(stage: Stage, { what, church, destination, body, count }: Way): Promise<Sent> {
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
  const isExact = sent.result.body.status && held?.['units'] === units && recipients === count
  const sentence = `${sent.ms} ms (≤ ${ACCEPT_MS}), quote ${quoted.ms} ms, ${recipients} recipients, ${units} units quoted, ${String(held?.['units'])} held`
  report(`accepted, ${what}`, sentence, isExact && sent.ms <= ACCEPT_MS)
  return { church, id }
}

type Delivering = { stage: Stage; env: Record<string, string>; others: Others }

/**
 * A worker of its own delivers everything that was accepted, and an API of its own takes the receipts, while another
 * church is at work there.
 */
async function deliver({ stage, env, others }: Delivering, sent: Sent[], recipients: number): Promise<void> {
  const worker = await start('server/worker.mjs', 'is processing jobs', { env })
  const what = sent.length === 1 ? 'one send' : `${sent.length} sends at once`
  let most = 0
  const weighing = setInterval(() => (most = Math.max(most, worker.megabytes())), 250)
  try {
    const { ms } = await others.during(`handing over ${what}`, () => timed(() => allHandedOver(stage)))
    const rate = Math.round(((sent.length * recipients) / ms) * 1000)
    const kept = rate >= HANDED_OVER_PER_SECOND
    report('handed over to the gateway', `${rate} a second (≥ ${HANDED_OVER_PER_SECOND}), ${what}`, kept)
    await others.during(`receipts of ${what}`, () => finish(stage, sent, worker))
    report('memory of the worker', `${most.toFixed(0)} MB (≤ ${WORKER_MB})`, most <= WORKER_MB)
  } finally {
    clearInterval(weighing)
    await worker.stop()
  }
}

async function finish(stage: Stage, sent: Sent[], worker: Started): Promise<void> {
  await until(async () => {
    const open = await stage.look(`select from campaign where finished_at is null or sent > 0`)
    return open.length === 0
  }, PATIENCE_SECONDS)
  let delivered = 0
  for (const { church, id } of sent) {
    const { body } = await stage.call(readCampaign, { params: { id } }, { token: church.admin.token })
    delivered += body.counts.delivered
  }
  const faults = faultsOf(await audit(stage.look))
  report(
    'books at rest',
    faults.length === 0 ? `${delivered} delivered, all audits hold` : faults.join(', '),
    faults.length === 0,
  )
  if (worker.child.exitCode !== null) throw new Error('The worker ended before its work.')
}

/** Every recipient has an answer of the gateway. */
async function allHandedOver(stage: Stage): Promise<void> {
  await until(async () => {
    const [left] = await stage.look('select coalesce(sum(queued), 0)::int as queued from campaign')
    return left?.['queued'] === 0
  }, PATIENCE_SECONDS)
}
