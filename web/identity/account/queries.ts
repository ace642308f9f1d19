import { useQuery } from '@tanstack/react-query'
import {
  confirmSecondFactor,
  endOtherSessions,
  endSession,
  listSessions,
  readSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  stopSecondFactor,
} from '#contract/identity/account.ts'
import { listStaff } from '#contract/identity/staff.ts'
import { call } from '../../api/call.ts'
import { useCall, useRefresh } from '../../api/use-call.ts'
import { read } from '../../api/queries.ts'

export const useSessions = () => useQuery(read(listSessions))
export const useSecondFactor = () => useQuery(read(readSecondFactor))

export const useEndSession = () =>
  useCall((id: string) => call(endSession, { params: { id } }), { refreshes: [listSessions] })

export const useEndOtherSessions = () => useCall(() => call(endOtherSessions), { refreshes: [listSessions] })

type Proof = { password: string; code: string }

/** The calls of the second factor; each that changes it has its state read again. */
export function useFactorCalls() {
  const refresh = useRefresh()
  const changed = () => void refresh(readSecondFactor, listStaff)
  return {
    start: (password: string) => call(startSecondFactor, { body: { password } }),
    confirm: async (setup: string, code: string) => {
      const { recoveryCodes } = await call(confirmSecondFactor, { body: { setup, code } })
      changed()
      return recoveryCodes
    },
    stop: async (proof: Proof) => {
      await call(stopSecondFactor, { body: proof })
      changed()
    },
    renew: async (proof: Proof) => {
      const { recoveryCodes } = await call(renewRecoveryCodes, { body: proof })
      changed()
      return recoveryCodes
    },
  }
}
