import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readChurch, removeLogo, updateChurch, uploadLogo, type ChurchProfile } from '#contract/identity/church.ts'
import { listCountries } from '#contract/identity/countries.ts'
import { readSession } from '#contract/identity/session.ts'
import type { CallArgs } from '#contract/endpoint.ts'
import { call } from '../../api/call.ts'
import { keyOf, read } from '../../api/queries.ts'

export const useChurch = () => useQuery(read(readChurch))

export const useCountries = () => useQuery({ ...read(listCountries), staleTime: Infinity })

/** What is new of the church stands at once in its form, and in the shell as soon as the session is read again. */
function useTaken() {
  const client = useQueryClient()
  return (change: Partial<ChurchProfile>) => {
    client.setQueryData<ChurchProfile>(read(readChurch).queryKey, (before) => before && { ...before, ...change })
    return client.invalidateQueries({ queryKey: keyOf(readSession) })
  }
}

export function useSaveChurch() {
  const onSuccess = useTaken()
  return useMutation({
    mutationFn: (body: CallArgs<typeof updateChurch>['body']) => call(updateChurch, { body }),
    onSuccess,
  })
}

export function useUploadLogo() {
  const onSuccess = useTaken()
  return useMutation({ mutationFn: (file: File) => call(uploadLogo, { file }), onSuccess })
}

export function useRemoveLogo() {
  const onSuccess = useTaken()
  return useMutation({ mutationFn: () => call(removeLogo), onSuccess })
}
