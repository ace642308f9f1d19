import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readCampaign } from '#contract/messaging/sent-sms.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { findReportsDue } from '#server/messaging/campaigns/ask-for-reports.ts'
import { audit, faultsOf } from '#server/test-kit/audit-store.ts'
import { until } from '#server/test-kit/until.ts'
import { numbers, openStage, type Stage } from './stage.ts'
import { stationFaults } from './station-faults.ts'

/**
 * Kills the worker with -9 again and again in the middle of a send whose first receipts are lost, asks the gateway for
 * those, and shows that every message is handed over once, every end known and every unit accounted for. Then takes the network away from three check-in stations, on so many Sundays, and shows that
 * nobody is lost, doubled or promised a place twice. `npm run faults [kills] [recipients] [sundays]`
 */
const [kills = 4, recipients = 20_000, sundays = 200] = process.argv.slice(2).map(Number)
const PATIENCE_SECONDS = 240
/** Messages in a receipt of the gateway. */
const BATCH = 500
const RECEIPTS_COME_MS = 5_000

const stage = await openStage({ RUN_JOBS: 'no' })
try {
  const church = await stage.buildChurch({ units: recipients })
  const { token } = church.admin
  const { body } = await stage.call(
    sendSms,
    { body: { subject: church.sender, message: 'Dear #name#, welcome', toOthers: numbers(recipients) } },
    { token },
  )
  const id = body.sentMessageDTO?.id ?? ''
  const lost = Math.ceil(recipients / BATCH / 2)
  await fetch(`${stage.sandboxUrl}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ target: 'sms', mode: 'webhook-never', times: lost }),
  })
  for (let kill = 1; kill <= kills; kill++) {
    const worker = startWorker(stage)
    const before = await delivered(stage)
    await until(async () => (await delivered(stage)) > before, PATIENCE_SECONDS)
    await sleep(Math.random() * 300)
    worker.kill('SIGKILL')
    console.log(`kill ${kill}: the gateway has ${await delivered(stage)} of ${recipients}`)
  }
  const last = startWorker(stage)
  const look = async () => (await stage.call(readCampaign, { params: { id } }, { token })).body
  await until(async () => (await look()).state === 'finished', PATIENCE_SECONDS)
  await sleep(RECEIPTS_COME_MS)
  console.log('without a receipt', (await look()).counts.sent)
  // Ten minutes later, without waiting for them.
  await stage.look('update campaign set reports_due_at = finished_at where reports_due_at is not null')
  await findReportsDue(stage.server.context)
  const campaign = await until(async () => {
    const now = await look()
    return now.counts.sent === 0 ? now : null
  }, PATIENCE_SECONDS)
  last.kill('SIGTERM')
  const faults = [
    ...faultsOf(await audit(stage.look)),
    ...(await handedOverTwice(stage, recipients)),
    ...(await stationFaults(sundays)),
  ]
  console.log('counts', campaign.counts, 'units', campaign.units)
  console.log(faults.length === 0 ? 'All audits hold.' : `FAULTS: ${faults.join(', ')}`)
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  await stage.close()
}

function startWorker({ env }: Stage): ChildProcess {
  const worker = path.resolve(import.meta.dirname, '../server/worker.mjs')
  return spawn(process.execPath, [worker], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

type Arrived = { total: number; items: { reference: string; attempts: number }[] }

async function arrived({ sandboxUrl }: Stage, limit: number): Promise<Arrived> {
  const reply = await fetch(`${sandboxUrl}/_sandbox/sms?limit=${limit}`)
  return (await reply.json()) as Arrived
}

async function delivered(from: Stage): Promise<number> {
  return (await arrived(from, 1)).total
}

async function handedOverTwice(from: Stage, expected: number): Promise<string[]> {
  const { total, items } = await arrived(from, 250_000)
  const twice = items.filter(({ attempts }) => attempts > 1).length
  return [
    ...(total === expected ? [] : [`${total} messages for ${expected} recipients`]),
    ...(twice === 0 ? [] : [`${twice} messages handed over twice`]),
  ]
}
