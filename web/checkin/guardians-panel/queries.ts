import { useQuery } from '@tanstack/react-query'
import { listFamilyGrants, setFamilyGrant, type GrantTerms } from '#contract/checkin/guardians.ts'
import type { Result } from '#contract/endpoint.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { read } from '../../api/queries.ts'
import { underWay } from '../under-way.tsx'

export type FamilyGrants = Result<typeof listFamilyGrants>
export type Child = FamilyGrants['children'][number]

export const useFamilyGrants = (id: string) => useQuery(read(listFamilyGrants, { params: { id } }))

type Saying = { personId: string; terms: GrantTerms | null }

/** Says for the church what somebody may do; null takes back what was said. */
export const useSetGrant = (id: string) =>
  useCall(
    ({ personId, terms }: Saying) => underWay(call(setFamilyGrant, { params: { id, personId }, body: { terms } })),
    { fills: read(listFamilyGrants, { params: { id } }) },
  )
