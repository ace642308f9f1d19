import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readUnitAlert, saveUnitAlert } from '#contract/billing/statement.ts'
import { call } from '../../lib/api.ts'
import { keyOf } from '../../lib/queries.ts'
import { useSession } from '../../lib/session.ts'

/** When the church is told, and whether its units are few now: asked anew whenever their number changes. */
export function useUnitAlert() {
  const { units } = useSession()
  return useQuery({
    queryKey: [...keyOf(readUnitAlert), units],
    queryFn: ({ signal }) => call(readUnitAlert, {}, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** From how many units on the church is told; null: never. */
export function useSaveUnitAlert() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (threshold: number | null) => call(saveUnitAlert, { body: { threshold } }),
    onSuccess: (alert) => client.setQueriesData({ queryKey: keyOf(readUnitAlert) }, alert),
  })
}
