import { audit, faultsOf } from '#server/test-kit/audit-store.ts'
import { readDkim } from '#server/test-kit/dkim.ts'
import { until } from '#server/test-kit/until.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import {
  accepted,
  countsOf,
  ownDomain,
  OWN_DOMAIN,
  PATIENCE_SECONDS,
  sentBy,
  startWorker,
  type Sending,
} from './email-sends.ts'
import { measureEmailSpeed } from './email-speed.ts'
import { report } from './figures.ts'
import { openMailServer, whyNoMailServer, type MailServer, type Refused } from './opensmtpd.ts'
import { openStage } from './stage.ts'

const RECIPIENTS = 2_000
const LINKS = 1_000
const MAIL_DOMAIN = 'mail.narthex.example'
/** The last ones are being written. */
const WRITTEN_MS = 1_000

type Setting = Sending & { server: MailServer; publicKey: string }

/**
 * Emails through a real OpenSMTPD: what it refuses is understood, what it delivers is read back and compared, its links are
 * tried, the worker is killed in the middle; and how fast they leave. `npm run bench emails [recipients]`
 */
export async function measureEmails(recipients = RECIPIENTS): Promise<void> {
  await measureEmailSpeed()
  const missing = whyNoMailServer()
  if (missing) return console.log(`\nEmails through a real mail server: left out. ${missing}.`)
  console.log(`\n${recipients.toLocaleString('en-US')} emails through a real OpenSMTPD`)
  const refused = refusedOf(recipients)
  const port = String(12_000 + Math.floor(process.pid % 10_000))
  const reportsTo = `http://127.0.0.1:${port}/api/webhooks/mail`
  const bounceDomains = [MAIL_DOMAIN, `bounces.${OWN_DOMAIN}`]
  const server = await openMailServer({ refused, bounceDomains, reportsTo })
  const emails = { MAIL_DOMAIN, MAIL_DOMAIN_RATE: '99999' }
  const stage = await openStage({
    RUN_JOBS: 'no',
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: server.url,
    ...emails,
  })
  try {
    await server.start()
    const church = await stage.buildChurch({ units: 1_000 })
    const setting = { stage, church, server, publicKey: await ownDomain(stage, church) }
    await comparedSend(setting, refused, recipients)
    await triedLinks(setting)
    await killedWorker(setting, recipients)
    const faults = faultsOf(await audit(stage.look))
    report('audits', faults.length === 0 ? 'all hold' : faults.join(', '), faults.length === 0)
  } finally {
    await stage.close()
    await server.close()
  }
}

const address = (index: number): string => `reader${index}@one.example`

function refusedOf(recipients: number): Refused {
  const every = (rest: number) => Array.from({ length: recipients / 100 }, (_, index) => address(100 * index + rest))
  return { gone: every(3), full: every(17), later: every(42) }
}

async function comparedSend(setting: Setting, refused: Refused, recipients: number): Promise<void> {
  const list = Array.from({ length: recipients }, (_, index) => address(index))
  const subject = 'Sunday is for everybody, Ọlá'
  const id = await accepted(setting, subject, list)
  const rate = await sentBy(setting, id, recipients)
  report('rendered, signed and taken by OpenSMTPD', `${rate} a second`, null)
  const wrong = refused.gone.length + refused.full.length + refused.later.length
  const counts = await until(async () => {
    const now = await countsOf(setting, id)
    return now.bounced >= wrong && setting.server.delivered().length >= recipients - wrong ? now : null
  }, PATIENCE_SECONDS)
  report('refusals understood', `${counts.bounced} of ${wrong}`, counts.bounced === wrong)
  const rows = await setting.stage.look('select address, reason from stopped_address order by address', [])
  const stopped = rows.map((row) => `${String(row['address'])} ${String(row['reason'])}`)
  const expected = [...refused.gone, ...refused.later].map((one) => `${one} hard`)
  report(
    'addresses stopped',
    `${stopped.length} of ${expected.length}`,
    stopped.toSorted().join() === expected.toSorted().join(),
  )
  await sleep(WRITTEN_MS)
  await readBack(setting, subject, recipients - wrong)
}

/** Every email in the mailbox: subject, both bodies, one-click and signature, against what was written. */
async function readBack({ server, publicKey }: Setting, subject: string, expected: number): Promise<void> {
  const mails = server.delivered()
  const faults = new Map<string, number>()
  const count = (fault: string, isWrong: boolean): void =>
    void (isWrong && faults.set(fault, (faults.get(fault) ?? 0) + 1))
  for (const { source } of mails) {
    const mail = await PostalMime.parse(source)
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? ''
    const dkim = readDkim(source.subarray(source.indexOf('\nDKIM-Signature:') + 1), publicKey)
    count('subject', mail.subject !== subject)
    count('html', !mail.html?.includes('Dear Friend') || !mail.html.includes('“Grüße”, ₦500, ẹ ọ ṣ.'))
    count('text', !mail.text?.includes('“Grüße”, ₦500, ẹ ọ ṣ.') || !mail.text.includes('https://grace.example/give'))
    count(
      'one-click',
      !/^<http.+\/o\/\w{14}>$/.test(header('list-unsubscribe')) || header('list-unsubscribe-post') === '',
    )
    count('sender', mail.from?.address !== `news@${OWN_DOMAIN}`)
    count('signature', !dkim?.holds || dkim.domain !== OWN_DOMAIN || !dkim.headers.includes('list-unsubscribe-post'))
  }
  report('read back', `${mails.length} of ${expected}`, mails.length === expected)
  report('compared', faults.size === 0 ? 'all alike' : JSON.stringify([...faults]), faults.size === 0)
}

/** What scanners and mail services do with the link of an email. */
async function triedLinks({ stage, server }: Setting): Promise<void> {
  const links = server
    .delivered()
    .slice(0, LINKS)
    .map(
      ({ source }) =>
        /^List-Unsubscribe: <([^>]+)>/im.exec(source.toString('latin1').replaceAll(/\r?\n[ \t]/g, ' '))?.[1] ?? '',
    )
  const optOuts = async () => Number((await stage.look('select count(*)::int as n from opt_out', []))[0]?.['n'])
  const fetched = async (init: RequestInit) => {
    let answered = 0
    for (let at = 0; at < links.length; at += 20)
      for (const { status } of await Promise.all(links.slice(at, at + 20).map((link) => fetch(link, init))))
        answered += status === 200 ? 1 : 0
    return answered
  }
  for (const method of ['GET', 'HEAD']) {
    const answered = await fetched({ method })
    report(
      `${links.length} links by ${method}`,
      `${answered} answered, ${await optOuts()} changed`,
      (await optOuts()) === 0,
    )
  }
  const answered = await fetched({ method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
  report(
    `${links.length} links by POST`,
    `${answered} answered, ${await optOuts()} unsubscribed`,
    (await optOuts()) === links.length,
  )
}

/** The worker is killed three times in the middle of a send. */
async function killedWorker(setting: Setting, recipients: number): Promise<void> {
  const before = setting.server.delivered().length
  const list = Array.from({ length: recipients }, (_, index) => `second${index}@two.example`)
  const id = await accepted(setting, 'Killed in the middle', list)
  let worker = await startWorker(setting)
  for (const share of [0.75, 0.5, 0.25]) {
    await until(async () => (await countsOf(setting, id)).waiting < share * recipients, PATIENCE_SECONDS)
    worker.child.kill('SIGKILL')
    worker = await startWorker(setting)
  }
  const counts = await until(async () => {
    const now = await countsOf(setting, id)
    return now.waiting === 0 ? now : null
  }, PATIENCE_SECONDS)
  await until(
    () => Promise.resolve(setting.server.delivered().length - before >= counts.accepted + counts.delivered),
    PATIENCE_SECONDS,
  )
  await worker.stop()
  const arrivals = new Map<string, number>()
  for (const { to } of setting.server.delivered()) arrivals.set(to, (arrivals.get(to) ?? 0) + 1)
  const rows = await setting.stage.look('select address, state from campaign_recipient where campaign_id = $1', [id])
  const states = rows.map((row) => ({ times: arrivals.get(String(row['address'])) ?? 0, state: String(row['state']) }))
  const lost = states.filter(({ times, state }) => times === 0 && state !== 'unknown').length
  const twice = states.filter(({ times }) => times > 1).length
  report('killed three times: lost, without being told', String(lost), lost === 0)
  report('killed three times: delivered twice', String(twice), twice === 0)
  report('shown as unknown', String(counts.unknown), null)
}
