import type { FastifyRequest } from 'fastify'
import * as calls from '#contract/checkin/door.ts'
import { bearerToken } from '#server/identity/index.ts'
import { ApiError, refuseCrossSite, type Actor, type Serve } from '#server/platform/http/index.ts'
import type { House } from '#server/platform/house.ts'
import { addressOf, loginAnswer, orRefused, orWrong, registerFieldsOf } from './client-answers.ts'
import { clearGuardianCookie, guardianToken, setGuardianCookie } from './guardian-cookie.ts'
import { GUARDIAN_SESSION_SECONDS, type SignedInGuardian } from './open-guardian-session.ts'
import { presentSession } from './present-session.ts'
import { readDoor, readDoorLogo } from './read-door.ts'
import { askForCode } from './reset/ask-for-code.ts'
import { resetWithCode } from './reset/reset-with-code.ts'
import { signInGuardian } from './sign-in-guardian.ts'
import { signOutGuardian } from './sign-out-guardian.ts'
import { signUpGuardian } from './sign-up-guardian.ts'

export function accountRoutes(serve: Serve, house: House): void {
  serve(calls.readDoor, ({ params, at }) => readDoor(house.database, params.slug, at))
  serve(calls.readDoorLogo, ({ params }) => readDoorLogo(house.database, params.slug))
  serveSession(serve, house)
  serveClients(serve, house)
  servePasswords(serve, house)
}

/** The portal's page: the token travels in a cookie. */
function serveSession(serve: Serve, { database, config }: House): void {
  const present = ({ guardian }: SignedInGuardian) =>
    database.withTenant(guardian.tenantId, (tx) => presentSession(tx, guardian))
  serve(calls.openFamilySession, async ({ body, at, actor, request, reply }) => {
    refuseCrossSite(request)
    const from = { ...whence(request, actor, at), previousToken: guardianToken(request, config) }
    const signedIn = await signInGuardian({ database }, { ...body, ...from, several: 'ask' })
    setGuardianCookie(reply, config, { token: signedIn.token, seconds: GUARDIAN_SESSION_SECONDS })
    return present(signedIn)
  })
  serve(calls.signUpFamily, async ({ body, at, actor, request, reply }) => {
    refuseCrossSite(request)
    const from = { ...whence(request, actor, at), previousToken: guardianToken(request, config) }
    const signedIn = await signUpGuardian({ database }, { ...body, ...from, field: 'userName' })
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
function serveClients(serve: Serve, { database }: House): void {
  serve(calls.familyLogin, async ({ body, at, actor, request }) => {
    const { userName } = addressOf(body)
    const from = whence(request, actor, at)
    const credentials = { userName, password: body.password, tenantId: body.tenantId ?? undefined, ...from }
    return loginAnswer(await orWrong(signInGuardian({ database }, { ...credentials, several: 'oldest' })))
  })
  serve(calls.familyRegister, async ({ body, at, actor, request }) => {
    const signUp = async () => {
      const wanted = {
        ...registerFieldsOf(body),
        ...whence(request, actor, at),
        ...addressOf(body),
        familyRole: guardianRole(body.familyRole ?? 7),
      }
      return loginAnswer(await orWrong(signUpGuardian({ database }, wanted)))
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

function servePasswords(serve: Serve, house: House): void {
  serve(calls.familyRetrievePassword, async ({ body, at, request }) => {
    const { userName } = addressOf(body)
    await askForCode(house, { userName, tenantId: body.tenantId ?? undefined, ip: request.ip, at })
    return { response: 'If your church has this email or phone number, we have sent a code to it.' }
  })
  serve(calls.familyResetPassword, async ({ body, at, actor, request }) => {
    const { userName } = addressOf(body)
    const from = whence(request, actor, at)
    const tenantId = body.tenantId ?? undefined
    const reset = { userName, tenantId, code: body.code, password: body.password, ...from }
    const { personId, tenantId: tenantID } = await resetWithCode(house, reset)
    return { response: 'Your password has been changed.', returnObject: { personID: personId, tenantID } }
  })
}
