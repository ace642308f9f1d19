import { useQuery } from '@tanstack/react-query'
import type { CallArgs } from '#contract/endpoint.ts'
import { addPlan, editPlan, listPrices, setPrice } from '#contract/operator/settings.ts'
import { listTaxes, setTax } from '#contract/operator/taxes.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { recently, useConsoleCall } from '../form/password-again.tsx'

/** Plans, and what everything costs by country and currency. */
export const usePrices = () => useQuery(read(listPrices))

export const useTaxes = () => useQuery(read(listTaxes))

type TaxInput = CallArgs<typeof setTax>['body']

/** Asks for a tax, or for its end with a rate of null. */
export const useSetTax = () => useConsoleCall((tax: TaxInput) => recently(() => call(setTax, { body: tax })), listTaxes)

type PlanInput = CallArgs<typeof addPlan>['body']
type PriceInput = CallArgs<typeof setPrice>['body']

/** Asks for a plan; with an id for a change of that one. */
export const useSavePlan = (id: string | null) =>
  useConsoleCall(
    (plan: PlanInput) =>
      recently(() => (id === null ? call(addPlan, { body: plan }) : call(editPlan, { params: { id }, body: plan }))),
    listPrices,
  )

/** Asks for a price, or for its end with an amount of null. */
export const useSetPrice = () =>
  useConsoleCall((price: PriceInput) => recently(() => call(setPrice, { body: price })), listPrices)
