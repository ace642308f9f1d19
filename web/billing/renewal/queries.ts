import { useQuery } from '@tanstack/react-query'
import { readRenewal, removeSavedCard, saveRenewal, tryRenewal } from '#contract/billing/renewal.ts'
import { listPayments } from '#contract/billing/payments.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { read } from '../../api/queries.ts'

/** Automatic renewal; asked for where it is shown. */
export const useRenewal = (isWanted = true) => useQuery({ ...read(readRenewal), enabled: isWanted })

type Wish = { isOn: boolean; months: number }

export const useSaveRenewal = () => useCall((body: Wish) => call(saveRenewal, { body }), { fills: read(readRenewal) })

export const useRemoveCard = () => useCall(() => call(removeSavedCard, {}), { fills: read(readRenewal) })

/** A press is one try, however often its answer is lost. */
export const useTryRenewal = () =>
  useCall((key: string) => call(tryRenewal, {}, { idempotencyKey: key }), {
    fills: read(readRenewal),
    refreshes: [listPayments],
  })
