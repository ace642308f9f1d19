import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readSupport } from '#contract/installation.ts'
import { readSettings, saveSettings, type Settings } from '#contract/operator/settings.ts'
import { call } from '../../api/call.ts'
import { keyOf, read } from '../../api/queries.ts'
import { recently } from '../parts/password-again.tsx'
import { useRefresh } from '../parts/use-refresh.ts'

/** How the installation is reached and paid; what somebody is writing is not read anew under their hands. */
export const useSettings = () => useQuery({ ...read(readSettings), staleTime: Infinity, gcTime: 0 })

type Saving = {
  wanted: Settings
  reason: string
  /** As they were when writing began. */
  before: Settings
}

/**
 * Asked for as a whole: when they were changed meanwhile, nothing is asked for and those are the answer. What differs waits
 * for a second operator.
 */
export function useSaveSettings() {
  const client = useQueryClient()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async ({ wanted, before, reason }: Saving) => {
      const now = await call(readSettings)
      if (JSON.stringify(now) !== JSON.stringify(before)) return { settings: now, isSaved: false, change: null }
      const change = await recently(() => call(saveSettings, { body: { ...wanted, reason } }))
      return { settings: now, isSaved: true, change }
    },
    onSuccess: async ({ settings }) => {
      client.setQueryData(read(readSettings).queryKey, settings)
      await Promise.all([refresh(), client.invalidateQueries({ queryKey: keyOf(readSupport) })])
    },
  })
}
