import { childIdsOf, type ActOutcome, type StationAct, type StationPack } from '#contract/checkin/offline.ts'
import { refusedOf, type Kept } from './queue.ts'
import { actOf } from './station-state.ts'

/** An act of this device that the server did not take over, for the desk to settle. */
export type RefusedAct = {
  /** Of the station that did it: a device that was shut out has begun anew as another. */
  stationId: string
  number: number
  doneAt: string
  act: Exclude<StationAct, { kind: 'close' | 'reprint' }>
  reason: string
  /** What was done elsewhere, by name. */
  conflicts: NonNullable<ActOutcome['conflicts']>
  /** Of the children it was about, as far as the device still knows them. */
  names: string[]
  /** Of the parent who brought them for the first time; null: not said. */
  phone: string | null
}

/** What is to be settled of a station, the oldest first. Places that could not be given back concern nobody, and labels are printed. */
export const refusedActs = ({ pack, acts }: Kept, stationId: string): RefusedAct[] =>
  refusedOf(acts).flatMap(({ number, doneAt, body, outcome }) => {
    const act = actOf({ body })
    if (act.kind === 'close' || act.kind === 'reprint') return []
    const conflicts = outcome?.conflicts ?? []
    return [{ stationId, number, doneAt, act, reason: outcome?.reason ?? '', conflicts, ...aboutOf(act, pack) }]
  })

function aboutOf(act: StationAct, pack: StationPack | null): Pick<RefusedAct, 'names' | 'phone'> {
  if (act.kind === 'walk_in') return { names: act.children.map(nameOf), phone: act.parent.phone }
  const ids = childIdsOf(act)
  const known = (pack?.families ?? []).flatMap(({ family }) => family.children)
  return { names: known.filter(({ personId }) => ids.includes(personId)).map(nameOf), phone: null }
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim()
