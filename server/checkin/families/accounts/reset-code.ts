import { randomBytes, createHmac, randomInt } from 'node:crypto'
import { networkOf, takeAttempt, takeAttempts } from '../../../identity/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import {
  findActing,
  findGuardianAccounts,
  selectGuardianAccounts,
  type KnownGuardian,
  selectChurch,
  selectGuardianCountries,
  type ChurchRecord,
} from './account-store.ts'
import { lookupOf, namesOf, readAddress } from './read-address.ts'
import { findKnownGuardian, keepCodeRequest, saveCode, type Coded } from './session-store.ts'
import { sendNotice } from '../../../messaging/index.ts'
import { renderEmail, type Mail } from '../../../platform/mail/index.ts'
import { z } from 'zod/mini'
import { defineJob } from '../../../platform/jobs/index.ts'

/** Sends a guardian a one-time code. Code and address never stand in a payload: the job makes the one and reads the other. */
export const sendGuardianCodeJob = defineJob({
  name: 'checkin.send-guardian-code',
  payload: z.object({ tenantId: z.uuid(), personId: z.uuid() }),
})

const CODE_LENGTH = 6
const CODE_MINUTES = 10
/** Wrong ones; after them the code is dead. */
export const CODE_TRIES = 5

/** Six random digits. */
const newCode = (): string => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')

/** Keyed: a million codes are hashed in a second, so a plain hash would keep nothing secret. */
export const hashCode = (
  code: string,
  { tenantId, personId, secretKey }: { tenantId: string; personId: string; secretKey: string },
): Buffer => createHmac('sha256', secretKey).update(`guardian code\n${tenantId}\n${personId}\n${code}`).digest()

/** When a code that is sent now is over. */
const codeEnd = (at: Date): Date => new Date(at.getTime() + CODE_MINUTES * 60_000)

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

/** Every answer takes this long, so that its time does not tell whether there is such an account. */
const ANSWER_MS = 250

type CodeAsked = {
  /** E-mail or phone, as it was typed. */
  userName: string
  tenantId?: string | undefined
  ip: string
  at: Date
}

type Doors = Pick<AppContext, 'database' | 'enqueue' | 'startPad'>
type Guardian = { tenantId: string; personId: string; address: string; hasAccount: boolean }

/**
 * Sends a one-time code to whoever signs in by this address, or is known to the church that is meant as a parent or
 * guardian and has no account yet. Whoever asks cannot tell whether anybody does. Throws `too_many_tries` for a network
 * that asks too often.
 */
export async function askForCode(doors: Doors, asked: CodeAsked): Promise<void> {
  const pad = doors.startPad(ANSWER_MS)
  for (const { tenantId, personId, address, hasAccount } of await findAsked(doors, asked))
    await doors.database.withTenant(tenantId, async (tx) => {
      if (hasAccount && !(await findActing(tx, personId))) return
      const codeHash = randomBytes(32)
      await keepCodeRequest(tx, tenantId, { personId, address, codeHash, expiresAt: codeEnd(asked.at) })
      await doors.enqueue(tx, sendGuardianCodeJob, { tenantId, personId })
    })
  await pad()
}

async function findAsked({ database }: Doors, asked: CodeAsked): Promise<Guardian[]> {
  const { userName, tenantId, ip, at } = asked
  const church = tenantId === undefined ? null : await database.withTenant(tenantId, selectChurch)
  const lookup = await database.withoutTenant(async (tx) => {
    const lookup = lookupOf(userName, church ? [church.isoCode] : await selectGuardianCountries(tx))
    await takeAttempts(tx, [{ kind: 'guardianCodeAddress', who: networkOf(ip) }], at)
    for (const who of namesOf(lookup, userName))
      if ((await takeAttempt(tx, { kind: 'guardianCode', who }, at)) > 0) return null
    return lookup
  })
  if (!lookup) return []
  const asAsked = ({ tenantId: of, personId, phone }: KnownGuardian): Guardian => ({
    tenantId: of,
    personId,
    address: lookup.emailKey ?? phone ?? '',
    hasAccount: true,
  })
  if (tenantId === undefined)
    return (await database.withoutTenant((tx) => findGuardianAccounts(tx, lookup))).map(asAsked)
  if (!church) return []
  return database.withTenant(tenantId, async (tx) => {
    const here = await selectGuardianAccounts(tx, lookup)
    return here.length > 0 ? here.map(asAsked) : findUnregistered(tx, church, userName)
  })
}

async function findUnregistered(tx: Tx, { tenantId, isoCode }: ChurchRecord, userName: string): Promise<Guardian[]> {
  const address = readAddress(userName, isoCode)
  const personId = address && (await findKnownGuardian(tx, address))
  return personId ? [{ tenantId, personId, address: address.emailKey ?? address.phone, hasAccount: false }] : []
}
