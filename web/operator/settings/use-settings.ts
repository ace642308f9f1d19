import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readSupport } from '#contract/installation.ts'
import { readSettings, saveSettings, type Settings } from '#contract/operator/settings.ts'
import { call } from '../../lib/api.ts'
import { keyOf, read } from '../../lib/queries.ts'
import { useRefresh } from '../parts/use-refresh.ts'

/** How the installation is reached and paid; what somebody is writing is not read anew under their hands. */
export const useSettings = () => useQuery({ ...read(readSettings), staleTime: Infinity, gcTime: 0 })

type Saving = {
  wanted: Settings
  /** As they were when writing began. */
  before: Settings
}

/** Saved as a whole: when another operator has changed them meanwhile, nothing is saved and theirs are the answer. */
export function useSaveSettings() {
  const client = useQueryClient()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async ({ wanted, before }: Saving) => {
      const now = await call(readSettings)
      if (JSON.stringify(now) !== JSON.stringify(before)) return { settings: now, isSaved: false }
      return { settings: await call(saveSettings, { body: wanted }), isSaved: true }
    },
    onSuccess: async ({ settings }) => {
      client.setQueryData(read(readSettings).queryKey, settings)
      await Promise.all([refresh(), client.invalidateQueries({ queryKey: keyOf(readSupport) })])
    },
  })
}
