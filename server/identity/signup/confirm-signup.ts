import { randomUUID } from 'node:crypto'
import { TRIAL_DAYS, TRIAL_MEMBERSHIP_SIZE } from '#contract/identity/signup.ts'
import { dayIn } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { House } from '#server/platform/house.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { audit } from '../audit/audit.ts'
import { insertChurch } from '../churches/church-store.ts'
import { claimSlug } from '../churches/claim-slug.ts'
import { placeOf } from '../churches/place.ts'
import { createStaff } from '../churches/staff.ts'
import { takeGuesses } from '../guesses/guesses.ts'
import { networkOf } from '../guesses/network.ts'
import { actorOf, openSession, type Origin, type SignedIn } from '../sessions/open-session.ts'
import type { Settling } from '../settling.ts'
import { hashCode } from './signup-code.ts'
import { takeSignup, trySignup, type TakenSignup } from './signup-store.ts'

export type Confirmation = {
  id: string
  code: string
  /** Instead of the one that was wanted, if another church took it meanwhile. */
  slug?: string | undefined
  ip: string
  origin: Origin
  at: Date
  previousToken?: string | undefined
}

type Doors = Pick<House, 'database' | 'config'> & { settling: Settling }

/**
 * Makes the church with its trial and its owner, and signs the owner in, all in one transaction. The code works once.
 * Throws `wrong_code`, `slug_taken` (the code still works), `too_many_tries`.
 */
export async function confirmSignup(doors: Doors, confirmation: Confirmation): Promise<SignedIn> {
  const { id, code, ip, at } = confirmation
  const shown = { id, codeHash: hashCode(code, { id, secretKey: doors.config.secretKey }), at }
  // Counted and committed before anything is made: what is rolled back would not count.
  const isRight = await doors.database.withoutTenant(async (tx) => {
    await takeGuesses(tx, [{ kind: 'signupCode', who: networkOf(ip) }], at)
    return trySignup(tx, shown)
  })
  if (!isRight) throw new ApiError('wrong_code')
  const tenantId = randomUUID()
  return doors.database.withTenant(tenantId, async (tx) => {
    const signup = await takeSignup(tx, shown)
    if (!signup) throw new ApiError('wrong_code')
    const accountId = await makeChurch(tx, { tenantId, signup, settling: doors.settling, confirmation })
    const account = { tenantId, accountId, passwordHash: signup.passwordHash, totpSecret: null }
    const signedIn = await openSession(tx, { ...confirmation, account })
    if (!signedIn) throw new Error('The owner of a new church could not be signed in')
    const actor = actorOf(signedIn.caller, confirmation.origin)
    const { personId } = signedIn.caller
    await audit(tx, tenantId, actor, { act: 'church.signed_up', subjectId: personId, at })
    return signedIn
  })
}

type Making = { tenantId: string; signup: TakenSignup; settling: Settling; confirmation: Confirmation }

/** Answers the owner's account. */
async function makeChurch(tx: Tx, { tenantId, signup, settling, confirmation }: Making): Promise<string> {
  const { wanted, email, passwordHash } = signup
  const { at } = confirmation
  const place = placeOf(wanted)
  const today = dayIn(place.timeZone, at)
  const plan = { name: 'Trial', membershipSize: TRIAL_MEMBERSHIP_SIZE, expiresOn: daysAfter(today, TRIAL_DAYS) }
  await insertChurch(tx, { tenantId, name: wanted.churchName, city: null, ...place, plan }, at)
  await claimSlug(tx, confirmation.slug ?? wanted.slug)
  await settling.openUnits(tx, tenantId)
  const { firstName, lastName } = wanted
  const personId = await settling.addPerson(tx, tenantId, { firstName, lastName, email, joinedOn: today }, at)
  return createStaff(tx, { tenantId, personId, email, passwordHash, roles: ['Admin'] }, at)
}

function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
