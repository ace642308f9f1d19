import type { checkIn, checkOut, Collection, findFamilies, Labels, StationFamily } from '#contract/checkin/station.ts'
import type { walkIn } from '#contract/checkin/walk-in.ts'
import type { CallArgs, Result } from '#contract/endpoint.ts'
import type { DeviceState } from '../../offline/device-state.ts'
import type { RefusedAct } from '../../offline/refused-acts.ts'

type Wanted = CallArgs<typeof findFamilies>['body']
type Arrival = CallArgs<typeof checkIn>['body']
export type NewFamily = CallArgs<typeof walkIn>['body']
type Leaving = CallArgs<typeof checkOut>['body']
export type StationChild = StationFamily['children'][number]
export type StationEvent = {
  id: string
  name: string
  place: string
  startsAt: string
  endsAt: string
  isToday: boolean
  classes: StationClass[]
}
export type StationClass = {
  id: string
  name: string
  ageFrom: number | null
  ageUntil: number | null
  placesLeft: number | null
  capacity: number | null
  taken: number
  checkedIn: number
}

/** What the station's screen works on, with a network or without. Every act may throw an `ApiFailure`. */
export type Desk = DeviceState & {
  online: boolean
  /** Whoever is signed in may admit stations. */
  isLeader: boolean
  /** Opens what the device keeps, with the PIN of the day; how many tries there still are. */
  open: (pin: string) => Promise<{ isOpen: boolean; left: number }>
  /** How the device stands has just changed. */
  lookAgain: () => void
  settle: (act: RefusedAct) => void
  /** Gives the places of this device back and then does this: somebody else is to have it. */
  handOver: <T>(then: () => Promise<T>) => Promise<T>
  find: (wanted: Wanted) => Promise<readonly StationFamily[]>
  /** At a locked station: a family, or first letters for which it has to say who it is. */
  findOwn: (wanted: Wanted) => Promise<Result<typeof findFamilies>>
  look: (wanted: Wanted) => Promise<readonly Collection[]>
  checkIn: (arrival: Arrival) => Promise<Labels>
  walkIn: (family: NewFamily) => Promise<Result<typeof walkIn>>
  checkOut: (leaving: Leaving) => Promise<readonly string[]>
  /** Labels once more, with the same code; the custody log keeps that there are two. */
  reprint: (wanted: { eventId: string; registrationId: string }) => Promise<Labels>
}
