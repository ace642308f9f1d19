import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
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
import { keyOf, read } from '../../api/queries.ts'

export const useSessions = () => useQuery(read(listSessions))
export const useSecondFactor = () => useQuery(read(readSecondFactor))

/** Reads the devices again. */
export function useRefreshSessions() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: keyOf(listSessions) })
}

export function useEndSession() {
  const onSettled = useRefreshSessions()
  return useMutation({ mutationFn: (id: string) => call(endSession, { params: { id } }), onSettled })
}

export function useEndOtherSessions() {
  const onSettled = useRefreshSessions()
  return useMutation({ mutationFn: () => call(endOtherSessions), onSettled })
}

type Proof = { password: string; code: string }

/** The calls of the second factor; each that changes it has its state read again. */
export function useFactorCalls() {
  const client = useQueryClient()
  const refresh = () =>
    Promise.all(
      [readSecondFactor, listStaff].map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })),
    )
  return {
    start: (password: string) => call(startSecondFactor, { body: { password } }),
    confirm: async (setup: string, code: string) => {
      const { recoveryCodes } = await call(confirmSecondFactor, { body: { setup, code } })
      void refresh()
      return recoveryCodes
    },
    stop: async (proof: Proof) => {
      await call(stopSecondFactor, { body: proof })
      void refresh()
    },
    renew: async (proof: Proof) => {
      const { recoveryCodes } = await call(renewRecoveryCodes, { body: proof })
      void refresh()
      return recoveryCodes
    },
  }
}
