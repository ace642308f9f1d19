import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readSupport } from '#contract/installation.ts'
import { readSettings, saveSettings, type Settings } from '#contract/operator/settings.ts'
import { call } from '../../lib/api.ts'
import { keyOf, read } from '../../lib/queries.ts'
import { useRefresh } from '../parts/use-refresh.ts'

/** How the installation is reached and paid; what somebody is writing is not read anew under their hands. */
export const useSettings = () => useQuery({ ...read(readSettings), staleTime: Infinity, gcTime: 0 })

export function useSaveSettings() {
  const client = useQueryClient()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (settings: Settings) => call(saveSettings, { body: settings }),
    onSuccess: async (saved) => {
      client.setQueryData(read(readSettings).queryKey, saved)
      await Promise.all([refresh(), client.invalidateQueries({ queryKey: keyOf(readSupport) })])
    },
  })
}
