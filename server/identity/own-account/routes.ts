import {
  changePassword,
  confirmSecondFactor,
  endOtherSessions,
  endSession,
  listSessions,
  readSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  stopSecondFactor,
} from '#contract/identity/account.ts'
import type { House } from '#server/platform/house.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { confirmFactor, ownFactor, renewOwnCodes, startFactor, stopFactor } from '../second-factor/own-factor.ts'
import { changePassword as change } from './change-password.ts'
import { endOtherSessions as endOthers, endOwnSession, listOwnSessions } from './own-sessions.ts'

/** What everybody on the staff does with the own account. */
export function serveOwnAccount(serve: Serve, house: House): void {
  serve(listSessions, ({ caller, at, transact }) => transact((tx) => listOwnSessions(tx, caller, at)))
  serve(endSession, async ({ caller, params, actor, at, transact }) => {
    await transact((tx) => endOwnSession(tx, caller, { ...params, actor, at }))
    return { ended: true as const }
  })
  serve(endOtherSessions, async ({ caller, actor, at, transact }) => ({
    ended: await transact((tx) => endOthers(tx, caller, { actor, at })),
  }))
  serve(changePassword, async ({ caller, body, actor, at }) => {
    await change(house, caller, { ...body, actor, at })
    return { changed: true as const }
  })
  serveSecondFactor(serve, house)
}

function serveSecondFactor(serve: Serve, house: House): void {
  serve(readSecondFactor, ({ caller, transact }) => transact((tx) => ownFactor(tx, caller)))
  serve(startSecondFactor, ({ caller, body, at }) => startFactor(house, caller, { ...body, at }))
  serve(confirmSecondFactor, async ({ caller, body, actor, at }) => ({
    recoveryCodes: await confirmFactor(house, caller, { ...body, actor, at }),
  }))
  serve(stopSecondFactor, async ({ caller, body, actor, at }) => {
    await stopFactor(house, caller, { ...body, actor, at })
    return { isOn: false as const }
  })
  serve(renewRecoveryCodes, async ({ caller, body, actor, at }) => ({
    recoveryCodes: await renewOwnCodes(house, caller, { ...body, actor, at }),
  }))
}
