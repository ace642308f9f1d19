import {
  confirmSignup,
  resendSignup,
  startSignup,
  TRIAL_DAYS,
  TRIAL_MEMBERSHIP_SIZE,
} from '#contract/identity/signup.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { refuseCrossSite, type Serve, ApiError } from '../../platform/http/index.ts'
import { currentSession, SESSION_SECONDS, actorOf, openSession, type Origin, type SignedIn } from '../sessions/index.ts'
import { cookieToken, setSessionCookie, emailKey, hashPassword, isWeakPassword } from '../credentials/index.ts'
import type { AddPerson } from '../staff/index.ts'
import { takeAttempts, networkOf } from '../rate-limits/index.ts'
import { renewSignup, keepSignup, type Wanted, takeSignup, trySignup, type TakenSignup } from './signup-store.ts'
import { randomUUID } from 'node:crypto'
import { placeOf } from './countries.ts'
import { findFreeSlugs } from './church-store.ts'
import { isReserved } from './slugs.ts'
import { claimSlug, openChurch } from './open-church.ts'
import { dayIn } from '../../platform/runtime/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { audit } from '../audit/index.ts'
import { createStaff } from '../accounts/index.ts'
import { sendSignupMailJob, hashCode, codeEnd } from './send-signup-mail.ts'

type Confirmation = {
  id: string
  code: string
  /** Instead of the one that was wanted, if another church took it meanwhile. */
  slug?: string | undefined
  ip: string
  origin: Origin
  at: Date
  previousToken?: string | undefined
}

type Doors = Pick<AppContext, 'database' | 'config'> & { addPerson: AddPerson }

/**
 * Makes the church with its trial and its owner, and signs the owner in, all in one transaction. The code works once.
 * Throws `wrong_code`, `slug_taken` (the code still works), `too_many_tries`.
 */
async function confirm(doors: Doors, confirmation: Confirmation): Promise<SignedIn> {
  const { id, code, ip, at } = confirmation
  const shown = { id, codeHash: hashCode(code, { id, secretKey: doors.config.secretKey }), at }
  // Counted and committed before anything is made: what is rolled back would not count.
  const isRight = await doors.database.withoutTenant(async (tx) => {
    await takeAttempts(tx, [{ kind: 'signupCode', who: networkOf(ip) }], at)
    return trySignup(tx, shown)
  })
  if (!isRight) throw new ApiError('wrong_code')
  const tenantId = randomUUID()
  return doors.database.withTenant(tenantId, async (tx) => {
    const signup = await takeSignup(tx, shown)
    if (!signup) throw new ApiError('wrong_code')
    const accountId = await makeChurch(tx, { tenantId, signup, addPerson: doors.addPerson, confirmation })
    const account = { tenantId, accountId, passwordHash: signup.passwordHash, totpSecret: null }
    const signedIn = await openSession(tx, { ...confirmation, account })
    if (!signedIn) throw new Error('The owner of a new church could not be signed in')
    const actor = actorOf(signedIn.caller, confirmation.origin)
    const { personId } = signedIn.caller
    await audit(tx, tenantId, actor, { act: 'church.signed_up', subjectId: personId, at })
    return signedIn
  })
}

type Making = { tenantId: string; signup: TakenSignup; addPerson: AddPerson; confirmation: Confirmation }

/** Answers the owner's account. */
async function makeChurch(tx: Tx, { tenantId, signup, addPerson, confirmation }: Making): Promise<string> {
  const { wanted, email, passwordHash } = signup
  const { at } = confirmation
  const place = placeOf(wanted)
  const today = dayIn(place.timeZone, at)
  const plan = { name: 'Trial', membershipSize: TRIAL_MEMBERSHIP_SIZE, expiresOn: daysAfter(today, TRIAL_DAYS) }
  await openChurch(tx, { tenantId, name: wanted.churchName, city: null, ...place, plan }, at)
  await claimSlug(tx, confirmation.slug ?? wanted.slug)
  const { firstName, lastName } = wanted
  const personId = await addPerson(tx, tenantId, { firstName, lastName, email, joinedOn: today }, at)
  return createStaff(tx, { tenantId, personId, email, passwordHash, roles: ['Admin'] }, at)
}

function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

type SignupForm = Wanted & { email: string; password: string }

/**
 * Keeps what was typed and sends a mail to the address: a code, or a note that there is an account already. Which of
 * them is found out by the job, so that nothing here differs. Throws `invalid_input`, `weak_password`, `slug_taken`,
 * `too_many_tries`.
 */
async function start(
  { database, enqueue, startPad }: Pick<AppContext, 'database' | 'enqueue' | 'startPad'>,
  { email, password, ...wanted }: SignupForm,
  { ip, at }: { ip: string; at: Date },
): Promise<{ signupId: string; expiresAt: Date }> {
  const pad = startPad(ANSWER_MS)
  placeOf(wanted)
  if (isWeakPassword(password, knownOf(email, wanted))) throw new ApiError('weak_password')
  const key = emailKey(email)
  // The refusal comes after the commit: what is rolled back would not count.
  const isFree = await database.withoutTenant(async (tx) => {
    const network = networkOf(ip)
    await takeAttempts(
      tx,
      [
        { kind: 'signupAccount', who: key },
        { kind: 'signupAddress', who: network },
      ],
      at,
    )
    return !isReserved(wanted.slug) && (await findFreeSlugs(tx, [wanted.slug])).length > 0
  })
  if (!isFree) throw new ApiError('slug_taken')
  const signup = { id: randomUUID(), email, emailKey: key, passwordHash: await hashPassword(password) }
  const expiresAt = codeEnd(at)
  await database.withoutTenant(async (tx) => {
    await keepSignup(tx, { ...signup, wanted, at, expiresAt })
    await enqueue(tx, sendSignupMailJob, { signupId: signup.id })
  })
  await pad()
  return { signupId: signup.id, expiresAt }
}

const knownOf = (email: string, { churchName, firstName, lastName, slug }: Wanted): string[] => [
  email,
  churchName,
  slug,
  firstName,
  lastName,
  `${firstName} ${lastName}`,
]

const ANSWER_MS = 250

/** Sends another code; the one before is dead. Throws `wrong_code` when there is no such sign-up or it is over. */
async function resend(
  { database, enqueue, startPad }: Pick<AppContext, 'database' | 'enqueue' | 'startPad'>,
  { id, ip, at }: { id: string; ip: string; at: Date },
): Promise<{ expiresAt: Date }> {
  const pad = startPad(ANSWER_MS)
  const expiresAt = codeEnd(at)
  const renewed = await database.withoutTenant(async (tx) => {
    await takeAttempts(tx, [{ kind: 'signupAddress', who: networkOf(ip) }], at)
    const isRunning = await renewSignup(tx, { id, at, expiresAt })
    if (isRunning) await enqueue(tx, sendSignupMailJob, { signupId: id })
    return isRunning
  })
  await pad()
  if (!renewed) throw new ApiError('wrong_code')
  return { expiresAt }
}

/** A church signs itself up. */
export function serveSignup(serve: Serve, context: AppContext, addPerson: AddPerson): void {
  const { database, config } = context
  serve(startSignup, async ({ body, request, at }) => {
    refuseCrossSite(request)
    const { signupId, expiresAt } = await start(context, body, { ip: request.ip, at })
    return { signupId, expiresAt: expiresAt.toISOString() }
  })
  serve(confirmSignup, async ({ params, body, request, reply, actor, at }) => {
    refuseCrossSite(request)
    const previousToken = cookieToken(request, config)
    const origin = { ip: actor.ip, device: actor.device }
    const given = { ...params, ...body, ip: request.ip, origin, at, previousToken }
    const { token, caller } = await confirm({ database, config, addPerson }, given)
    setSessionCookie(reply, config, { token, seconds: SESSION_SECONDS })
    return database.withTenant(caller.tenantId, (tx) => currentSession(tx, caller, at))
  })
  serve(resendSignup, async ({ params, request, at }) => {
    refuseCrossSite(request)
    const { expiresAt } = await resend(context, { ...params, ip: request.ip, at })
    return { expiresAt: expiresAt.toISOString() }
  })
}
