import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readChurch, removeLogo, updateChurch, uploadLogo, type ChurchProfile } from '#contract/identity/church.ts'
import { listCountries } from '#contract/identity/countries.ts'
import { readSession } from '#contract/identity/session.ts'
import type { CallArgs } from '#contract/endpoint.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { read } from '../../api/queries.ts'

export const useChurch = () => useQuery(read(readChurch))

export const useCountries = () => useQuery({ ...read(listCountries), staleTime: Infinity })

type Change = Partial<ChurchProfile>

/** What is new of the church stands at once in its form, and in the shell as soon as the session is read again. */
function useChurchCall<Sent, Answer extends Change>(work: (sent: Sent) => Promise<Answer>) {
  const client = useQueryClient()
  const change = async (sent: Sent) => {
    const answer = await work(sent)
    client.setQueryData<ChurchProfile>(read(readChurch).queryKey, (before) => before && { ...before, ...answer })
    return answer
  }
  return useCall(change, { refreshes: [readSession] })
}

type Profile = CallArgs<typeof updateChurch>['body']

export const useSaveChurch = () => useChurchCall((body: Profile) => call(updateChurch, { body }))
export const useUploadLogo = () => useChurchCall((file: File) => call(uploadLogo, { file }))
export const useRemoveLogo = () => useChurchCall(() => call(removeLogo))
