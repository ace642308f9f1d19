import { useQuery } from '@tanstack/react-query'
import { listStations } from '#contract/checkin/stations.ts'
import { read } from '../../api/queries.ts'

/** Somebody stands beside a tablet that waits. */
const EVERY_MS = 15_000

/** The stations of the church, for leaders. Apart from their other calls: every station of a leader loads it first. */
export const useStations = (isLeader = true) =>
  useQuery({ ...read(listStations), enabled: isLeader, refetchInterval: EVERY_MS })
