import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  admitStation,
  listStations,
  readStationPin,
  renameStation,
  renewStationPin,
  revokeStation,
} from '#contract/checkin/stations.ts'
import { call } from '../../api/call.ts'
import { keyOf, read } from '../../api/queries.ts'
import { underWay } from '../under-way.tsx'

export const usePin = () => useQuery(read(readStationPin))

/** Admits, names, refuses and shuts out; the list is read again also where it was refused, for then it is old. */
export function useStationActs() {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: keyOf(listStations) })
  const admit = useMutation({
    mutationFn: ({ id, name }: Named) => underWay(call(admitStation, { params: { id }, body: { name } })),
    onSettled,
  })
  const rename = useMutation({
    mutationFn: ({ id, name }: Named) => underWay(call(renameStation, { params: { id }, body: { name } })),
    onSettled,
  })
  const revoke = useMutation({
    mutationFn: (id: string) => underWay(call(revokeStation, { params: { id } })),
    onSettled,
  })
  return { admit, rename, revoke }
}
type Named = { id: string; name: string }

export function useRenewPin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => underWay(call(renewStationPin)),
    onSuccess: (pin) => client.setQueryData(read(readStationPin).queryKey, pin),
  })
}

/** A PIN in two groups of three, as one says it. */
export const spacedPin = (pin: string): string => `${pin.slice(0, 3)} ${pin.slice(3)}`
