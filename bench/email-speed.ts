import { accepted, countsOf, ownDomain, sentBy } from './email-sends.ts'
import { report } from './figures.ts'
import { start } from './processes.ts'
import { openStage } from './stage.ts'

const RECIPIENTS = 20_000
const A_SECOND = 800

/**
 * How fast emails are drawn, signed and handed to a mail server, without one that writes each to a disk: that is measured by
 * itself, and how fast it does so is its own affair.
 */
export async function measureEmailSpeed(recipients = RECIPIENTS): Promise<void> {
  console.log(`\n${recipients.toLocaleString('en-US')} emails to a mail server that takes everything`)
  const sink = await start('bench/smtp-sink.ts', 'takes emails on')
  const stage = await openStage({
    RUN_JOBS: 'no',
    SMTP_URL: `smtp://127.0.0.1:${sink.firstLine.split(' ').at(-1)}`,
    MAIL_DOMAIN: 'mail.narthex.example',
    MAIL_DOMAIN_RATE: '99999',
  })
  try {
    const church = await stage.buildChurch({ units: 1_000 })
    await ownDomain(stage, church)
    const list = Array.from({ length: recipients }, (_, index) => `reader${index}@one.example`)
    const id = await accepted({ stage, church }, 'Sunday is for everybody', list)
    const rate = await sentBy({ stage, church }, id, recipients)
    report('drawn, signed and queued', `${rate} a second (≥ ${A_SECOND})`, rate >= A_SECOND)
    const { accepted: handedOver } = await countsOf({ stage, church }, id)
    report('handed over', `${handedOver} of ${recipients}`, handedOver === recipients)
  } finally {
    await stage.close()
    await sink.stop()
  }
}
