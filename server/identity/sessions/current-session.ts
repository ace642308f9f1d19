import { abilities } from '#contract/identity/abilities.ts'
import type { getCurrentSignedInUser, Session } from '#contract/identity/session.ts'
import type { Answer } from '#contract/endpoint.ts'
import { symbolOf } from '#contract/money.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Caller } from '#server/platform/http/index.ts'
import { pictureUrl } from '../pictures/pictures.ts'
import { findProfile } from './session-store.ts'

/** The session as the shell of the web page needs it. */
export async function currentSession(tx: Tx, caller: Caller): Promise<Session> {
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
    accountId: caller.accountId,
    abilities: abilities.filter((ability) => caller.abilities.has(ability)),
  }
}

/** Whether the subscription runs, in the words of existing clients; a full church's runs too. */
export const subscriptionStatus = ({ gate }: Caller): 'Active' | 'Expired' =>
  gate === 'expired' ? 'Expired' : 'Active'

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** The same in the flat shape of existing clients. */
export function currentUser(caller: Caller): Answer<typeof getCurrentSignedInUser> {
  const { email, tenantId, church, units } = caller
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
