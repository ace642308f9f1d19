import { closeDesk, confirmDesk, openDesk as openDeskCall, readDesk } from '#contract/operator/session.ts'
import { hashToken, looksLikeToken } from '#server/identity/index.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { House } from '#server/platform/house.ts'
import { refuseCrossSite, type Serve } from '#server/platform/http/index.ts'
import { askPassword } from './ask-password.ts'
import { deskSession } from './desk-session.ts'
import { DESK_SECONDS, openDesk } from './open-desk.ts'
import { clearOperatorCookie, operatorToken, setOperatorCookie } from './operator-cookie.ts'
import { endOperatorSession, noteConfirmed } from './operator-session-store.ts'

export function sessionRoutes(serve: Serve, { database, config }: House): void {
  serve(openDeskCall, async ({ body, actor, at, request, reply }) => {
    refuseCrossSite(request)
    const previousToken = operatorToken(request, config)
    const { token, operatorId } = await openDesk(
      { database, config },
      { ...body, actor, ip: request.ip, at, previousToken },
    )
    setOperatorCookie(reply, config, { token, seconds: DESK_SECONDS })
    return database.withOperator({ operatorId }, (tx) => deskSession(tx, { operatorId, config, at }))
  })
  serve(readDesk, ({ operator: { operatorId }, at, transact }) =>
    transact((tx) => deskSession(tx, { operatorId, config, at })),
  )
  serve(confirmDesk, async ({ body, operator, request, at, transact }) => {
    await askPassword(database, operator, { ...body, at })
    const tokenHash = hashToken(operatorToken(request, config) ?? '')
    await transact((tx) => noteConfirmed(tx, operator.operatorId, { tokenHash, at }))
    return { confirmed: true as const }
  })
  serve(closeDesk, async ({ request, reply }) => {
    const token = operatorToken(request, config)
    if (token) refuseCrossSite(request)
    await close(database, token)
    clearOperatorCookie(reply, config)
    return { signedOut: true as const }
  })
}

/** Ends the session of a token. One that is none, or that ended before, is no failure. */
async function close(database: Database, token: string | undefined): Promise<void> {
  if (token === undefined || !looksLikeToken(token)) return
  await database.withoutTenant((tx) => endOperatorSession(tx, hashToken(token)))
}
