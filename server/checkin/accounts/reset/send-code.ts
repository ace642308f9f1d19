import { takeAttempt } from '../../../identity/index.ts'
import { sendNotice } from '../../../messaging/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { saveCode, type Coded } from './code-store.ts'
import { codeEnd, hashCode, newCode } from './reset-code.ts'
import { renderEmail, type Mail } from '../../../platform/mail/index.ts'

type CodeMail = { to: string; code: string; churchName: string }

/** The mail with the code for a new password at the portal. */
function codeMail({ to, code, churchName }: CodeMail): Mail {
  return renderEmail({
    to,
    subject: `Your code for ${churchName}`,
    paragraphs: [
      'Hello,',
      `Someone, probably you, asked to choose a password for family check-in at ${churchName}.`,
      'Enter this code on the page where you asked for it. It is valid for ten minutes and works once.',
    ],
    code,
    closing: 'If this was not you, ignore this email. Nothing will change.',
  })
}

/** The same as an SMS. */
const codeText = ({ code, churchName }: Omit<CodeMail, 'to'>): string =>
  `${code} is your code for ${churchName}. It is valid for 10 minutes. Do not share it.`

type Payload = { tenantId: string; personId: string }

/**
 * Makes the code that was asked for and sends it, by SMS to a phone, by mail to an e-mail address, and by mail too where
 * the church cannot send the SMS. Done again after a failure it makes another code, and the one before is dead.
 */
export async function sendGuardianCode(context: AppContext, { tenantId, personId }: Payload): Promise<void> {
  const { database, clock, config, sendMail } = context
  const code = newCode()
  const at = clock.now()
  const codeHash = hashCode(code, { tenantId, personId, secretKey: config.secretKey })
  const mail = await database.withTenant(tenantId, async (tx) => {
    if ((await takeAttempt(tx, { kind: 'guardianCodeChurch', who: tenantId }, at)) > 0) return null
    const coded = await saveCode(tx, { personId, codeHash, at, expiresAt: codeEnd(at) })
    return coded && send(tx, context, { tenantId, coded, code, at })
  })
  if (mail) await sendMail(codeMail(mail))
}

type Sending = { tenantId: string; coded: Coded; code: string; at: Date }

/** What has to be mailed after the commit; null: the SMS is on its way, or there is no way at all. */
async function send(tx: Tx, { enqueue }: AppContext, { tenantId, coded, code, at }: Sending): Promise<CodeMail | null> {
  const { address, email, churchName, isoCode } = coded
  const isPhone = !address.includes('@')
  const text = codeText({ code, churchName })
  const sent = isPhone && (await sendNotice(tx, enqueue, { tenantId, isoCode, phone: address, text }, at))
  return sent === 'sent' || !email ? null : { to: email, code, churchName }
}
