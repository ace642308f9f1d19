import { queryOptions, useQuery } from '@tanstack/react-query'
import { readSupport, type Support } from '#contract/installation.ts'
import { call } from '../api/call.ts'
import { keyOf } from '../api/queries.ts'

const supportQuery = queryOptions({
  queryKey: keyOf(readSupport),
  queryFn: ({ signal }) => call(readSupport, {}, { signal }),
  staleTime: Infinity,
})

/** How to reach the people who run this installation; undefined until it is known. */
export const useSupport = (): Support | undefined => useQuery(supportQuery).data

/** The quickest way to a person: chat, else mail, else telephone; null: the installation names none. */
export function contactLink({ chatUrl, email, phone }: Support): string | null {
  if (chatUrl) return chatUrl
  if (email) return `mailto:${email}`
  return phone ? `tel:${phone.replaceAll(/[^\d+]/g, '')}` : null
}
