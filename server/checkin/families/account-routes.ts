import type { FastifyRequest } from 'fastify'
import * as calls from '#contract/checkin/door.ts'
import { bearerToken, hashToken, looksLikeToken, findPicture, gateOf } from '../../identity/index.ts'
import {
  ApiError,
  refuseCrossSite,
  type Actor,
  type Serve,
  type GuardianCaller,
  type Download,
} from '../../platform/http/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { addressOf, loginAnswer, orRefused, orWrong, registerFieldsOf } from './accounts/client-answers.ts'
import {
  clearGuardianCookie,
  guardianToken,
  setGuardianCookie,
  GUARDIAN_SESSION_SECONDS,
  type SignedInGuardian,
} from './accounts/guardian-session.ts'
import { askForCode } from './accounts/reset-code.ts'
import { resetWithCode } from './accounts/reset-with-code.ts'
import { signInGuardian } from './accounts/sign-in-guardian.ts'
import { signUpGuardian } from './accounts/sign-up-guardian.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import { endGuardianSession } from './accounts/session-store.ts'
import type { FamilySession, PortalChurch, ChurchDoor } from '#contract/checkin/door.ts'
import { familyPictureUrl } from './pictures.ts'
import { selectGuardian, findTenantOf, selectChurch, type ChurchRecord } from './accounts/account-store.ts'

/** The church behind a slug that it has or had. Throws `not_found`. */
async function findChurch(database: Database, slug: string): Promise<ChurchRecord> {
  const tenantId = await database.withoutTenant((tx) => findTenantOf(tx, slug))
  const church = tenantId && (await database.withTenant(tenantId, selectChurch))
  if (!church) throw new ApiError('not_found')
  return church
}

/** What stands on a church's portal before anybody signs in, and whether it takes families now. Throws `not_found`. */
async function readDoor(database: Database, slug: string, at: Date): Promise<ChurchDoor> {
  const church = await findChurch(database, slug)
  const { tenantId: id, name, slug: current, isoCode, timeZone, logoId } = church
  const logoUrl = logoId && `/api/checkin/door/${current ?? slug}/logo?v=${logoId}`
  return { id, name, slug: current ?? slug, logoUrl, isoCode, timeZone, gate: gateOf(church, at).gate }
}

/** The logo, for anybody. Throws `not_found`, also when the church has none. */
async function readDoorLogo(database: Database, slug: string): Promise<Download> {
  const { tenantId, logoId } = await findChurch(database, slug)
  const picture = logoId && (await database.withTenant(tenantId, (tx) => findPicture(tx, logoId)))
  if (!picture) throw new ApiError('not_found')
  const { bytes: body, contentType } = picture
  return { fileName: `${slug}.webp`, contentType, body, inline: true }
}

/** The session as the portal's page needs it. */
async function presentSession(tx: Tx, guardian: GuardianCaller): Promise<FamilySession> {
  const { firstName, lastName, pictureId } = await selectGuardian(tx, guardian.personId)
  const { personId: id, email, phone, gate } = guardian
  return {
    person: { id, firstName, lastName, pictureUrl: familyPictureUrl(pictureId), email, phone },
    church: churchOf(guardian),
    gate,
  }
}

/** By its id the logo never changes under its address. */
function churchOf({ tenantId, church }: GuardianCaller): PortalChurch {
  const { name, slug, isoCode, timeZone, logoId } = church
  return { id: tenantId, name, slug: slug ?? '', logoUrl: familyPictureUrl(logoId), isoCode, timeZone }
}

/** Ends the sessions of these tokens. A token that is none, or that ended before, is no failure. */
async function signOutGuardian(database: Database, tokens: (string | undefined)[]): Promise<void> {
  const known = tokens.filter((token): token is string => token !== undefined && looksLikeToken(token))
  if (known.length === 0) return
  await database.withoutTenant(async (tx) => {
    for (const token of known) await endGuardianSession(tx, hashToken(token))
  })
}

export function accountRoutes(serve: Serve, context: AppContext): void {
  serve(calls.readDoor, ({ params, at }) => readDoor(context.database, params.slug, at))
  serve(calls.readDoorLogo, ({ params }) => readDoorLogo(context.database, params.slug))
  serveSession(serve, context)
  serveClients(serve, context)
  servePasswords(serve, context)
}

/** The portal's page: the token travels in a cookie. */
function serveSession(serve: Serve, context: AppContext): void {
  const { database, config } = context
  const present = ({ guardian }: SignedInGuardian) =>
    database.withTenant(guardian.tenantId, (tx) => presentSession(tx, guardian))
  serve(calls.openFamilySession, async ({ body, at, actor, request, reply }) => {
    refuseCrossSite(request)
    const from = { ...whence(request, actor, at), previousToken: guardianToken(request, config) }
    const signedIn = await signInGuardian(context, { ...body, ...from, several: 'ask' })
    setGuardianCookie(reply, config, { token: signedIn.token, seconds: GUARDIAN_SESSION_SECONDS })
    return present(signedIn)
  })
  serve(calls.signUpFamily, async ({ body, at, actor, request, reply }) => {
    refuseCrossSite(request)
    const from = { ...whence(request, actor, at), previousToken: guardianToken(request, config) }
    const signedIn = await signUpGuardian(context, { ...body, ...from, field: 'userName' })
    setGuardianCookie(reply, config, { token: signedIn.token, seconds: GUARDIAN_SESSION_SECONDS })
    return present(signedIn)
  })
  serve(calls.readFamilySession, ({ guardian, transact }) => transact((tx) => presentSession(tx, guardian)))
  serve(calls.closeFamilySession, async ({ request, reply }) => {
    const token = guardianToken(request, config)
    if (token) refuseCrossSite(request)
    await signOutGuardian(database, [token, bearerToken(request)])
    clearGuardianCookie(reply, config)
    return { signedOut: true as const }
  })
}

/** Clients of the API: the token travels in `Authorization: Bearer`. */
function serveClients(serve: Serve, context: AppContext): void {
  serve(calls.familyLogin, async ({ body, at, actor, request }) => {
    const { userName } = addressOf(body)
    const from = whence(request, actor, at)
    const credentials = { userName, password: body.password, tenantId: body.tenantId ?? undefined, ...from }
    return loginAnswer(await orWrong(signInGuardian(context, { ...credentials, several: 'oldest' })))
  })
  serve(calls.familyRegister, async ({ body, at, actor, request }) => {
    const signUp = async () => {
      const wanted = {
        ...registerFieldsOf(body),
        ...whence(request, actor, at),
        ...addressOf(body),
        familyRole: guardianRole(body.familyRole ?? 7),
      }
      return loginAnswer(await orWrong(signUpGuardian(context, wanted)))
    }
    const { personID, login } = await orRefused(signUp())
    return { personID, loginData: { value: { login } } }
  })
}

/** Where and when a request comes from. */
const whence = (request: FastifyRequest, { ip, device }: Actor, at: Date) => ({
  ip: request.ip,
  origin: { ip, device },
  at,
})

function guardianRole(role: number): 1 | 2 | 6 | 7 {
  if (role === 1 || role === 2 || role === 6 || role === 7) return role
  throw new ApiError('invalid_input', { fields: { familyRole: 'Children cannot sign up themselves.' } })
}

function servePasswords(serve: Serve, context: AppContext): void {
  serve(calls.familyRetrievePassword, async ({ body, at, request }) => {
    const { userName } = addressOf(body)
    await askForCode(context, { userName, tenantId: body.tenantId ?? undefined, ip: request.ip, at })
    return { response: 'If your church has this email or phone number, we have sent a code to it.' }
  })
  serve(calls.familyResetPassword, async ({ body, at, actor, request }) => {
    const { userName } = addressOf(body)
    const from = whence(request, actor, at)
    const tenantId = body.tenantId ?? undefined
    const reset = { userName, tenantId, code: body.code, password: body.password, ...from }
    const { personId, tenantId: tenantID } = await resetWithCode(context, reset)
    return { response: 'Your password has been changed.', returnObject: { personID: personId, tenantID } }
  })
}
