import { closeDesk, openDesk as openDeskCall, readDesk } from '#contract/operator/session.ts'
import type { House } from '#server/platform/house.ts'
import { refuseCrossSite, type Serve } from '#server/platform/http/index.ts'
import { closeDesk as close } from './close-desk.ts'
import { deskSession } from './desk-session.ts'
import { DESK_SECONDS, openDesk } from './open-desk.ts'
import { clearOperatorCookie, operatorToken, setOperatorCookie } from './operator-cookie.ts'

export function sessionRoutes(serve: Serve, { database, config }: House): void {
  serve(openDeskCall, async ({ body, actor, at, request, reply }) => {
    refuseCrossSite(request)
    const previousToken = operatorToken(request, config)
    const { token, operatorId } = await openDesk(
      { database, config },
      { ...body, actor, ip: request.ip, at, previousToken },
    )
    setOperatorCookie(reply, config, { token, seconds: DESK_SECONDS })
    return database.withOperator({ operatorId }, (tx) => deskSession(tx, operatorId, config))
  })
  serve(readDesk, ({ operator, transact }) => transact((tx) => deskSession(tx, operator.operatorId, config)))
  serve(closeDesk, async ({ request, reply }) => {
    const token = operatorToken(request, config)
    if (token) refuseCrossSite(request)
    await close(database, token)
    clearOperatorCookie(reply, config)
    return { signedOut: true as const }
  })
}
