import { takeGuess } from '#server/identity/index.ts'
import { sendNotice } from '#server/messaging/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { House } from '#server/platform/house.ts'
import { codeMail, codeText, type CodeMail } from './code-mail.ts'
import { saveCode, type Coded } from './code-store.ts'
import { codeEnd, hashCode, newCode } from './reset-code.ts'

type Payload = { tenantId: string; personId: string }

/**
 * Makes the code that was asked for and sends it, by SMS to a phone, by mail to an e-mail address, and by mail too where
 * the church cannot send the SMS. Done again after a failure it makes another code, and the one before is dead.
 */
export async function sendGuardianCode(house: House, { tenantId, personId }: Payload): Promise<void> {
  const { database, clock, config, sendMail } = house
  const code = newCode()
  const at = clock.now()
  const codeHash = hashCode(code, { tenantId, personId, secretKey: config.secretKey })
  const mail = await database.withTenant(tenantId, async (tx) => {
    if ((await takeGuess(tx, { kind: 'guardianCodeChurch', who: tenantId }, at)) > 0) return null
    const coded = await saveCode(tx, { personId, codeHash, at, expiresAt: codeEnd(at) })
    return coded && send(tx, house, { tenantId, coded, code, at })
  })
  if (mail) await sendMail(codeMail(mail))
}

type Sending = { tenantId: string; coded: Coded; code: string; at: Date }

/** What has to be mailed after the commit; null: the SMS is on its way, or there is no way at all. */
async function send(tx: Tx, { enqueue }: House, { tenantId, coded, code, at }: Sending): Promise<CodeMail | null> {
  const { address, email, churchName, isoCode } = coded
  const isPhone = !address.includes('@')
  const text = codeText({ code, churchName })
  const sent = isPhone && (await sendNotice(tx, enqueue, { tenantId, isoCode, phone: address, text }, at))
  return sent === 'sent' || !email ? null : { to: email, code, churchName }
}
