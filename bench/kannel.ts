import { setTimeout as sleep } from 'node:timers/promises'
import { readCampaign } from '#contract/messaging/sent-sms.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { audit, faultsOf } from '#server/test-kit/audit-store.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { until } from '#server/test-kit/until.ts'
import { report } from './figures.ts'
import { KANNEL_USER, openKannel, type Kannel } from './kannel-boxes.ts'
import { start, type Started } from './processes.ts'
import { numbers, openStage, type Stage } from './stage.ts'

const RECIPIENTS = 20_000
const HANDED_OVER_PER_SECOND = 1_000
const WORKER_MB = 200
const PATIENCE_SECONDS = 600
const AWAY_MS = 1_500

/**
 * A send through a real Kannel and its fake SMSC: how fast it is handed over, then the same with `kill -9` of the worker
 * and of all of Kannel in the middle. The SMSC's own log says what arrived. `npm run bench kannel [recipients]`
 */
export async function measureKannel(recipients = RECIPIENTS): Promise<void> {
  console.log(`\n${recipients.toLocaleString('en-US')} recipients through a real Kannel`)
  const kannel = await openKannel()
  const stage = await openStage({
    RUN_JOBS: 'no',
    KANNEL_URL: kannel.url,
    KANNEL_USERNAME: KANNEL_USER.username,
    KANNEL_PASSWORD: KANNEL_USER.password,
    KANNEL_CALLBACK_KEY: 'narthex-bench-callback-key',
  })
  try {
    await kannel.start()
    await stage.look(`update sms_route set gateway = 'kannel'`)
    const church = await stage.buildChurch({ units: 2 * recipients })
    const list = numbers(2 * recipients).split(',')
    await undisturbed({ kannel, stage, church }, list.slice(0, recipients))
    await disturbed({ kannel, stage, church }, list.slice(recipients))
    const faults = faultsOf(await audit(stage.look))
    report('audits', faults.length === 0 ? 'all hold' : faults.join(', '), faults.length === 0)
  } finally {
    await stage.close()
    await kannel.close()
  }
}

type Setting = { kannel: Kannel; stage: Stage; church: Church }

async function accepted({ stage, church }: Setting, list: string[]): Promise<string> {
  const body = { subject: church.sender, message: 'Dear #name#, welcome', toOthers: list.join(',') }
  const reply = await stage.call(sendSms, { body }, { token: church.admin.token })
  return reply.body.sentMessageDTO?.id ?? ''
}

const startWorker = ({ stage }: Setting): Promise<Started> =>
  start('server/worker.mjs', 'is processing jobs', { env: stage.env })

const look = async ({ stage, church }: Setting, id: string) =>
  (await stage.call(readCampaign, { params: { id } }, { token: church.admin.token })).body

async function undisturbed(setting: Setting, list: string[]): Promise<void> {
  const id = await accepted(setting, list)
  const worker = await startWorker(setting)
  let most = 0
  const weighing = setInterval(() => (most = Math.max(most, worker.megabytes())), 250)
  const started = performance.now()
  await until(async () => (await look(setting, id)).counts.queued === 0, PATIENCE_SECONDS)
  const rate = Math.round((list.length / (performance.now() - started)) * 1000)
  report('handed over to Kannel', `${rate} a second (≥ ${HANDED_OVER_PER_SECOND})`, rate >= HANDED_OVER_PER_SECOND)
  const { counts } = await until(async () => {
    const now = await look(setting, id)
    return now.counts.delivered === list.length ? now : null
  }, PATIENCE_SECONDS)
  const seconds = (performance.now() - started) / 1000
  report('every receipt booked', `${counts.delivered} delivered after ${seconds.toFixed(1)} s`, true)
  clearInterval(weighing)
  report('memory of the worker', `${most.toFixed(0)} MB (≤ ${WORKER_MB})`, most <= WORKER_MB)
  await worker.stop()
  tell(await compare(setting, list))
}

/** The worker is killed twice and Kannel once, each in the middle of a send. */
async function disturbed(setting: Setting, list: string[]): Promise<void> {
  const { kannel } = setting
  const id = await accepted(setting, list)
  const left = async (): Promise<number> => (await look(setting, id)).counts.queued
  const kills = [0.75, 0.5, 0.25]
  let worker = await startWorker(setting)
  for (const [nth, share] of kills.entries()) {
    await until(async () => (await left()) < share * list.length, PATIENCE_SECONDS)
    if (nth === 1) {
      await kannel.kill()
      await sleep(AWAY_MS)
      await kannel.start()
    } else {
      worker.child.kill('SIGKILL')
      worker = await startWorker(setting)
    }
    console.log(`  ${nth === 1 ? 'Kannel' : 'the worker'} was killed; ${await left()} are not handed over yet`)
  }
  await until(async () => (await left()) === 0, PATIENCE_SECONDS)
  const settled = await still(() => look(setting, id).then(({ counts }) => JSON.stringify(counts)))
  await worker.stop()
  console.log(`  counts ${settled}`)
  tell(await compare(setting, list))
}

const STILL_MS = 5_000

/** What it says once it says the same for some seconds. */
async function still(ask: () => Promise<string>): Promise<string> {
  for (let before = ''; ;) {
    const now = await ask()
    if (now === before) return now
    before = now
    await sleep(STILL_MS)
  }
}

type Compared = { lost: number; twice: number; unknown: number; unknownThere: number; silent: number }

/** What the SMSC got, against what we say of each recipient. */
async function compare({ kannel, stage }: Setting, list: string[]): Promise<Compared> {
  const arrivals = await kannel.arrivals()
  const rows = await stage.look('select address as phone, state from campaign_recipient where address = any ($1)', [
    list.map(e164),
  ])
  const stateOf = new Map(rows.map((row) => [String(row['phone']), String(row['state'])]))
  const compared = { lost: 0, twice: 0, unknown: 0, unknownThere: 0, silent: 0 }
  for (const phone of list.map(e164)) {
    const times = arrivals.get(phone) ?? 0
    const state = stateOf.get(phone)
    if (times > 1) compared.twice += 1
    if (times === 0 && state !== 'unknown' && state !== 'failed') compared.lost += 1
    if (state === 'unknown') compared.unknown += 1
    if (state === 'unknown' && times > 0) compared.unknownThere += 1
    if (state === 'sent') compared.silent += 1
  }
  return compared
}

const e164 = (national: string): string => `+234${national.slice(1)}`

function tell({ lost, twice, unknown, unknownThere, silent }: Compared): void {
  report('lost: said to be handed over, never at the SMSC', String(lost), lost === 0)
  report('twice at the SMSC', String(twice), twice === 0)
  report('shown as unknown', `${unknown}, of which the SMSC has ${unknownThere}`, null)
  report('handed over, without a receipt', String(silent), null)
}
