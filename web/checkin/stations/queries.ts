import { useQuery } from '@tanstack/react-query'
import {
  admitStation,
  listStations,
  readStationPin,
  renameStation,
  renewStationPin,
  revokeStation,
} from '#contract/checkin/stations.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { read } from '../../api/queries.ts'
import { underWay } from '../under-way.tsx'

export const usePin = () => useQuery(read(readStationPin))

type Named = { id: string; name: string }

/** An act on a station; the list is read again also where it was refused, for then it is old. */
const useStationCall = <Sent, Answer>(work: (sent: Sent) => Promise<Answer>) =>
  useCall((sent: Sent) => underWay(work(sent)), { refreshes: [listStations] })

/** Admits, names, refuses and shuts out. */
export const useStationActs = () => ({
  admit: useStationCall(({ id, name }: Named) => call(admitStation, { params: { id }, body: { name } })),
  rename: useStationCall(({ id, name }: Named) => call(renameStation, { params: { id }, body: { name } })),
  revoke: useStationCall((id: string) => call(revokeStation, { params: { id } })),
})

export const useRenewPin = () => useCall(() => underWay(call(renewStationPin)), { fills: read(readStationPin) })

/** A PIN in two groups of three, as one says it. */
export const spacedPin = (pin: string): string => `${pin.slice(0, 3)} ${pin.slice(3)}`
