import { randomUUID } from 'node:crypto'
import { openDesk } from '#contract/operator/session.ts'
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
  /** Calls the API signed in at the desk. */
  call: CallApi
}

/** Makes an operator who is signed in at the desk. */
export async function buildOperator(app: TestApp, name = 'Olu Operator'): Promise<TestOperator> {
  const { database, clock } = app.server.house
  const email = `operator-${randomUUID()}@narthex.example`
  await database.withOperator({ operatorId: randomUUID() }, (tx) =>
    addOperator(tx, { name, email, passwordHash: PASSWORD_HASH }, clock.now()),
  )
  const reply = await app.call(openDesk, { body: { email, password: PASSWORD } })
  if (reply.status !== 200) throw new Error(`The operator could not sign in: ${reply.status} ${reply.body.code}`)
  const cookie = cookieOf(reply.headers)
  const call: CallApi = (endpoint, args, options = {}) =>
    app.call(endpoint, args, { ...options, headers: { cookie, ...options.headers } })
  return { name, email, password: PASSWORD, cookie, call }
}

/** The cookie of an answer, as a browser sends it back. */
export const cookieOf = (headers: Headers): string => headers.getSetCookie()[0]?.split(';')[0] ?? ''
