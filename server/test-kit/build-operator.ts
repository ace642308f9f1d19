import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { confirmChange, type ConsoleChange } from '#contract/operator/changes.ts'
import { confirmOperatorFactor, openConsole, startOperatorFactor } from '#contract/operator/session.ts'
import { addOperator } from '#server/operator/index.ts'
import type { CallApi } from './call.ts'
import { PASSWORD, PASSWORD_HASH } from './password.ts'
import type { TestApp } from './start-app.ts'

export type TestOperator = {
  name: string
  email: string
  password: string
  /** `name=value`, as a browser sends it back. */
  cookie: string
  /** Calls the API signed in at the console. */
  call: CallApi
  /** What the authenticator app shows now. Each code works once, and the one of the enrolment is used. */
  code: () => string
  recoveryCodes: string[]
}

/** The code that an app with this secret shows at a moment. */
export const codeAt = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })

/** Makes an operator who is signed in at the console, with a second factor. */
export async function buildOperator(app: TestApp, name = 'Olu Operator'): Promise<TestOperator> {
  const { database, clock } = app.server.context
  const email = `operator-${randomUUID()}@narthex.example`
  await database.withOperator({ operatorId: randomUUID() }, (tx) =>
    addOperator(tx, { name, email, passwordHash: PASSWORD_HASH }, clock.now()),
  )
  const reply = await app.call(openConsole, { body: { email, password: PASSWORD } })
  if (reply.status !== 200) throw new Error(`The operator could not sign in: ${reply.status} ${reply.body.code}`)
  const cookie = cookieOf(reply.headers)
  const call: CallApi = (endpoint, args, options = {}) =>
    app.call(endpoint, args, { ...options, headers: { cookie, ...options.headers } })
  const { secret, setup } = (await call(startOperatorFactor, { body: { password: PASSWORD } })).body
  const enrolled = await call(confirmOperatorFactor, { body: { setup, code: codeAt(secret, clock.now()) } })
  if (enrolled.status !== 200) throw new Error(`No second factor: ${enrolled.status} ${enrolled.body.code}`)
  const code = (): string => codeAt(secret, clock.now())
  return { name, email, password: PASSWORD, cookie, call, code, recoveryCodes: enrolled.body.recoveryCodes }
}

/** The second operator confirms what the first one has just asked for; answers what became of it. */
export async function confirmed(
  second: TestOperator,
  asked: Promise<{ status: number; body: (ConsoleChange & { code?: string }) | null }>,
): Promise<ConsoleChange> {
  const { status, body } = await asked
  if (status !== 200 || !body) throw new Error(`Nothing was asked for: ${status} ${body?.code}`)
  const reply = await second.call(confirmChange, { params: { id: body.id } })
  if (reply.status !== 200) throw new Error(`Not confirmed: ${reply.status} ${reply.body.code}`)
  return reply.body
}

/** The cookie of an answer, as a browser sends it back. */
export const cookieOf = (headers: Headers): string => headers.getSetCookie()[0]?.split(';')[0] ?? ''
