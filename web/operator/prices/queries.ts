import { useMutation, useQuery } from '@tanstack/react-query'
import type { CallArgs } from '#contract/endpoint.ts'
import { addPlan, editPlan, listPrices, setPrice } from '#contract/operator/settings.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { recently, useRefresh } from '../form/password-again.tsx'

/** Plans, and what everything costs by country and currency. */
export const usePrices = () => useQuery(read(listPrices))

export type PlanInput = CallArgs<typeof addPlan>['body']
export type PriceInput = CallArgs<typeof setPrice>['body']

/** Asks for a plan; with an id for a change of that one. */
export function useSavePlan(id: string | null) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (plan: PlanInput) =>
      recently(() => (id === null ? call(addPlan, { body: plan }) : call(editPlan, { params: { id }, body: plan }))),
    onSuccess: () => refresh(listPrices),
  })
}

/** Asks for a price, or for its end with an amount of null. */
export function useSetPrice() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (price: PriceInput) => recently(() => call(setPrice, { body: price })),
    onSuccess: () => refresh(listPrices),
  })
}
