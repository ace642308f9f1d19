import type { Tx } from '../../platform/database/index.ts'
import type { Actor, Caller } from '../../platform/http/index.ts'
import { dayIn, daysBetween } from '../../platform/runtime/index.ts'
import { hashToken, looksLikeToken, newToken } from '../credentials/index.ts'
import { deviceName } from '../audit/index.ts'
import { callerOf } from './identify.ts'
import {
  endSession,
  selectOwnSession,
  insertSession,
  type KnownAccount,
  findProfile,
  type AccountId,
  listSessionsOf,
} from './session-store.ts'
import { abilities } from '#contract/abilities.ts'
import { ENDING_DAYS, type getCurrentSignedInUser, type Session } from '#contract/identity/session.ts'
import type { Answer } from '#contract/endpoint.ts'
import { symbolOf } from '#contract/money.ts'
import { pictureUrl } from '../pictures/index.ts'
import type { SessionRow } from '#contract/identity/account.ts'

export const SESSION_SECONDS = 30 * 24 * 60 * 60

/** Where a sign-in comes from: network address and what the browser calls itself. */
export type Origin = Pick<Actor, 'ip' | 'device'>

type Opening = {
  account: Pick<KnownAccount, 'tenantId' | 'accountId' | 'passwordHash' | 'totpSecret'>
  origin: Origin
  at: Date
  /** The session that the same browser had until now; it ends. */
  previousToken?: string | undefined
}

export type SignedIn = { token: string; expiresAt: Date; caller: Caller }

/**
 * Opens a session of an account, inside its church. Null when password or second factor were changed or the account
 * removed in the meantime.
 */
export async function openSession(tx: Tx, { account, origin, at, previousToken }: Opening): Promise<SignedIn | null> {
  const token = newToken()
  const tokenHash = hashToken(token)
  const expiresAt = new Date(at.getTime() + SESSION_SECONDS * 1000)
  const device = deviceName(origin.device)
  if (!(await insertSession(tx, { ...account, tokenHash, at, expiresAt, ip: origin.ip, device }))) return null
  if (previousToken && looksLikeToken(previousToken)) await endSession(tx, hashToken(previousToken))
  const row = await selectOwnSession(tx, tokenHash)
  return row && { token, expiresAt, caller: callerOf(row, at) }
}

/** Who signs in, for the log: nobody was signed in yet when the request came. */
export const actorOf = ({ accountId, email }: Caller, origin: Origin): Actor => ({
  kind: 'staff',
  id: accountId,
  name: email,
  ...origin,
})

/** The session as the shell of the web page needs it. */
export async function currentSession(tx: Tx, caller: Caller, at: Date): Promise<Session> {
  const { email, roles, tenantId, church, units, gate, grace } = caller
  const { firstName, lastName, groups } = await findProfile(tx, caller)
  return {
    person: { firstName, lastName, email, roles },
    church: {
      ...church,
      id: tenantId,
      currencySymbol: symbolOf(church.currency),
      logoUrl: pictureUrl(church.logoId),
      groups,
    },
    units,
    gate,
    grace,
    endsIn: endsIn(church, at),
    accountId: caller.accountId,
    abilities: abilities.filter((ability) => caller.abilities.has(ability)),
  }
}

/** Whether the subscription runs, in the words of existing clients; a full church's runs too. */
export const subscriptionStatus = ({ gate }: Caller): 'Active' | 'Expired' =>
  gate === 'expired' ? 'Expired' : 'Active'

/** Made when it is first asked for: it takes 4 MB. */
let countryNames: Intl.DisplayNames | undefined

/** The same in the flat shape of existing clients. */
export function currentUser(caller: Caller): Answer<typeof getCurrentSignedInUser> {
  const { email, tenantId, church, units } = caller
  countryNames ??= new Intl.DisplayNames('en', { type: 'region' })
  return {
    currency: church.currency,
    currencySymbol: symbolOf(church.currency),
    smsBalance: units,
    tenantId,
    churchName: church.name,
    userEmail: email,
    email,
    isoCode: church.isoCode,
    country: countryNames.of(church.isoCode) ?? church.isoCode,
    subStatus: subscriptionStatus(caller),
    churchSize: church.people,
    subscribedChurchSize: church.membershipSize,
    subscriptionName: church.planName,
  }
}

/** Where an account is signed in; `currentId` is the session that asks. */
export async function listSessionsFor(
  tx: Tx,
  { currentId, ...account }: AccountId & { currentId: string },
  at: Date,
): Promise<SessionRow[]> {
  const sessions = await listSessionsOf(tx, account, at)
  return sessions.map((session) => ({
    ...session,
    signedInAt: session.signedInAt.toISOString(),
    lastSeenAt: session.lastSeenAt?.toISOString() ?? null,
    isCurrent: session.id === currentId,
  }))
}

function endsIn({ expiresOn, timeZone }: Caller['church'], at: Date): number | null {
  const days = daysBetween(dayIn(timeZone, at), expiresOn)
  return days <= ENDING_DAYS ? days : null
}
