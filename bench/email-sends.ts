import { checkEmailDomain, claimEmailDomain } from '#contract/messaging/email-domain.ts'
import { readSentEmail, sendEmail } from '#contract/messaging/emails.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { report } from './figures.ts'
import { processorSeconds, start, type Started } from './processes.ts'
import type { Stage } from './stage.ts'

const WORKER_MB = 200
export const PATIENCE_SECONDS = 300
const LOOKED_MS = 500
export const OWN_DOMAIN = 'grace.example'

/** A church that sends emails, from a stage whose worker is a process of its own. */
export type Sending = { stage: Stage; church: Church }

/** The church's own domain, its lines in the DNS; answers the key that its emails are checked by. */
export async function ownDomain(stage: Stage, church: Church): Promise<string> {
  const as = { token: church.admin.token }
  const { body } = await stage.call(claimEmailDomain, { body: { domain: OWN_DOMAIN } }, as)
  const lines = body.domain?.lines ?? []
  for (const { name, type, value } of lines)
    await fetch(`${stage.sandboxUrl}/_sandbox/dns`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, type, value }),
    })
  const { body: checked } = await stage.call(checkEmailDomain, {}, as)
  report('own domain', checked.domain?.state ?? 'none', checked.domain?.state === 'aligned')
  return lines.find(({ kind }) => kind === 'dkim')?.value.replace(/^.*p=/, '') ?? ''
}

/** Takes an email on; answers its id. */
export async function accepted({ stage, church }: Sending, subject: string, to: string[]): Promise<string> {
  const message = `<p>Dear #name#, ${subject}: “Grüße”, ₦500, ẹ ọ ṣ.</p><p><a href="https://grace.example/give">Give</a></p>`
  const reply = await stage.call(
    sendEmail,
    { body: { subject, message, toOthers: to.join(',') } },
    { token: church.admin.token },
  )
  if (!reply.body.sentMessageDTO) throw new Error(`Not taken on: ${reply.body.message}`)
  return reply.body.sentMessageDTO.id
}

export const countsOf = async ({ stage, church }: Sending, id: string) =>
  (await stage.call(readSentEmail, { params: { id } }, { token: church.admin.token })).body.counts

export const startWorker = ({ stage }: Sending): Promise<Started> =>
  start('server/worker.mjs', 'is processing jobs', { env: stage.env })

/** Until nothing of an email waits; answers how fast it left. */
export async function sentBy(setting: Sending, id: string, recipients: number): Promise<number> {
  const worker = await startWorker(setting)
  let most = 0
  const weighing = setInterval(() => (most = Math.max(most, worker.megabytes())), 250)
  const taken = () => [processorSeconds(worker.child.pid ?? 0), processorSeconds(...setting.stage.postmasters)]
  const before = taken()
  const started = performance.now()
  // As often as the page of an email looks at it, and not so often that the looking is what is measured.
  for (let left = recipients; left > 0; left = (await countsOf(setting, id)).waiting) await sleep(LOOKED_MS)
  const rate = Math.round((recipients / (performance.now() - started)) * 1_000)
  clearInterval(weighing)
  const each = taken().map((seconds, place) => ((seconds - (before[place] ?? 0)) / recipients) * 1_000)
  await worker.stop()
  // What a busy machine does not change: a second of a processor is a second.
  const [ours = 0, theirs = 0] = each.map((milliseconds) => milliseconds.toFixed(2)).map(Number)
  report('processor of an email', `${ours} ms in the worker, ${theirs} ms in PostgreSQL`, null)
  report('memory of the worker', `${most.toFixed(0)} MB (≤ ${WORKER_MB})`, most <= WORKER_MB)
  return rate
}
