import { useQuery } from '@tanstack/react-query'
import { listChurches, readConsoleChurch } from '#contract/operator/churches.ts'
import {
  confirmChange,
  listChanges,
  readChange,
  refuseChange,
  withdrawChange,
  type ConsoleChange,
} from '#contract/operator/changes.ts'
import { listConsolePayments } from '#contract/operator/requests.ts'
import { listOperators } from '#contract/operator/session.ts'
import { listPrices, listRoutes, readSettings } from '#contract/operator/settings.ts'
import { call } from '../../api/call.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { keyOf, read } from '../../api/queries.ts'
import { recently, useConsoleCall } from '../form/password-again.tsx'

/** What waits for a second operator, or what became of the rest. */
export const useChanges = (state: 'waiting' | 'decided') =>
  usePagedList<ConsoleChange>([...keyOf(listChanges), state], (page, signal) =>
    call(listChanges, { query: { state, ...page } }, { signal }),
  )

export const useChange = (id: string) => useQuery(read(readChange, { params: { id } }))

/** Everything that a change may have changed is read anew, whatever came of it. */
const useDeciding = <Wanted>(work: (wanted: Wanted) => Promise<ConsoleChange>) =>
  useConsoleCall(
    work,
    readChange,
    listPrices,
    listRoutes,
    readSettings,
    listOperators,
    listConsolePayments,
    listChurches,
    readConsoleChurch,
  )

export const useConfirm = () => useDeciding((id: string) => recently(() => call(confirmChange, { params: { id } })))
export const useWithdraw = () => useDeciding((id: string) => call(withdrawChange, { params: { id } }))
export const useRefuse = () =>
  useDeciding(({ id, reason }: { id: string; reason: string }) =>
    call(refuseChange, { params: { id }, body: { reason } }),
  )
