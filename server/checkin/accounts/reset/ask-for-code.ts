import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { networkOf, takeAttempt, takeAttempts } from '../../../identity/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { findActing, findGuardianAccounts, selectGuardianAccounts, type KnownGuardian } from '../account-store.ts'
import { selectChurch, selectGuardianCountries, type ChurchRecord } from '../church-store.ts'
import { sendGuardianCodeJob } from '../../jobs.ts'
import { lookupOf, namesOf, readAddress } from '../read-address.ts'
import { findKnownGuardian, keepCodeRequest } from './code-store.ts'
import { codeEnd } from './reset-code.ts'

/** Every answer takes this long, so that its time does not tell whether there is such an account. */
const ANSWER_MS = 250

export type CodeAsked = {
  /** E-mail or phone, as it was typed. */
  userName: string
  tenantId?: string | undefined
  ip: string
  at: Date
}

type Doors = Pick<AppContext, 'database' | 'enqueue'>
type Guardian = { tenantId: string; personId: string; address: string; hasAccount: boolean }

/**
 * Sends a one-time code to whoever signs in by this address, or is known to the church that is meant as a parent or
 * guardian and has no account yet. Whoever asks cannot tell whether anybody does. Throws `too_many_tries` for a network
 * that asks too often.
 */
export async function askForCode(doors: Doors, asked: CodeAsked): Promise<void> {
  const evenly = setTimeout(ANSWER_MS, undefined, { ref: false })
  for (const { tenantId, personId, address, hasAccount } of await findAsked(doors, asked))
    await doors.database.withTenant(tenantId, async (tx) => {
      if (hasAccount && !(await findActing(tx, personId))) return
      const codeHash = randomBytes(32)
      await keepCodeRequest(tx, tenantId, { personId, address, codeHash, expiresAt: codeEnd(asked.at) })
      await doors.enqueue(tx, sendGuardianCodeJob, { tenantId, personId })
    })
  await evenly
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
