import type { Collection, Verdict } from '#contract/checkin/station.ts'
import type { TextId } from '../../../languages/index.ts'

export type Collector = Collection['collectors'][number]

/** From "may" to "never": what weighs most of several children counts for the card. */
const ORDER = ['allowed', 'used', 'no_longer', 'not_yet', 'wrong_day', 'no_grant', 'not_authorised'] as const

export const verdictWords = {
  allowed: 'checkin.station.verdictAllowed',
  used: 'checkin.station.verdictUsed',
  no_longer: 'checkin.station.verdictNoLonger',
  not_yet: 'checkin.station.verdictNotYet',
  wrong_day: 'checkin.station.verdictWrongDay',
  no_grant: 'checkin.station.verdictNoGrant',
  not_authorised: 'checkin.station.verdictNever',
} as const satisfies Record<Verdict, TextId>

/** What the rules say of a collector for the children chosen, all of them together. */
export function verdictFor(collection: Collection, collector: Collector, chosen: ReadonlySet<string>): Verdict {
  const said = collection.children.flatMap(({ personId }, index) => {
    const verdict = collector.verdicts[index]
    return verdict && chosen.has(personId) ? [verdict] : []
  })
  return said.reduce<Verdict>((worst, one) => (ORDER.indexOf(one) > ORDER.indexOf(worst) ? one : worst), 'allowed')
}

/** Children who are in class now: they can go. */
export const inClass = ({ children }: Collection): string[] =>
  children.filter(({ state }) => state === 'checked_in').map(({ personId }) => personId)
