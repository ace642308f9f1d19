import { useQuery } from '@tanstack/react-query'
import {
  changeSubscription,
  grantDays,
  listChurches,
  readConsoleChurch,
  readConsoleTimeLine,
  type ConsoleChurch,
} from '#contract/operator/churches.ts'
import {
  listConsolePayments,
  listSenderRequests,
  type ConsolePayment,
  type SenderRequest,
} from '#contract/operator/requests.ts'
import { call } from '../../api/call.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { keyOf, read } from '../../api/queries.ts'
import { recently, useConsoleCall } from '../form/password-again.tsx'
import { churchesQueryOf, type ChurchesFilter } from './churches-filter.ts'

/** The churches that match, page by page. */
export function useChurches(filter: ChurchesFilter) {
  const query = churchesQueryOf(filter)
  return usePagedList<ConsoleChurch>([...keyOf(listChurches), query], (page, signal) =>
    call(listChurches, { query: { ...query, ...page } }, { signal }),
  )
}

export const useChurch = (id: string) => useQuery(read(readConsoleChurch, { params: { id } }))

/** All that ever moved its subscription. */
export const useTimeLine = (id: string) => useQuery(read(readConsoleTimeLine, { params: { id } }))

/** So many of a church's own are shown on its page. */
const SHOWN = 5
const itemsOf = <Row>({ items }: { items: Row[] }) => items

/** What a church paid lately or waits to have approved. */
export const usePaymentsOf = ({ id }: ConsoleChurch) =>
  useQuery({ ...read(listConsolePayments, { query: { churchId: id, limit: SHOWN } }), select: itemsOf<ConsolePayment> })

/** The sender IDs that a church asked for. */
export const useSendersOf = ({ id }: ConsoleChurch) =>
  useQuery({ ...read(listSenderRequests, { query: { churchId: id, limit: SHOWN } }), select: itemsOf<SenderRequest> })

type Term = { planId: string | null; expiresOn: string; reason: string }

export const useChangeSubscription = (id: string) =>
  useConsoleCall(
    (term: Term) => recently(() => call(changeSubscription, { params: { id }, body: term })),
    listChurches,
    readConsoleChurch,
    readConsoleTimeLine,
  )

type Given = { days: number; expiresOn: string; reason: string }

export const useGrantDays = (id: string) =>
  useConsoleCall(
    (given: Given) => recently(() => call(grantDays, { params: { id }, body: given })),
    listChurches,
    readConsoleChurch,
    readConsoleTimeLine,
  )
