import type { Roster, RosterChild } from '#contract/checkin/classes.ts'

/** The children of a class by where they are: whom somebody has come for stands first. */
export function rosterParts(children: readonly RosterChild[]) {
  const here = children.filter(({ state }) => state === 'checked_in')
  return {
    here: [...here.filter(({ collectorAt }) => collectorAt), ...here.filter(({ collectorAt }) => !collectorAt)],
    expected: children.filter(({ state }) => state === 'registered'),
    gone: children.filter(({ state }) => state === 'checked_out'),
  }
}

/** There is something that whoever is with the child has to know. */
export const hasNotes = ({ care, mayNotLeaveWith }: RosterChild): boolean => care.length + mayNotLeaveWith.length > 0

/** How many more adults the children who are here need; 0 where nobody counts. */
export function adultsMissing({ ratio, adults, children }: Pick<Roster, 'ratio' | 'adults' | 'children'>): number {
  if (ratio === null) return 0
  return Math.max(0, Math.ceil(rosterParts(children).here.length / ratio) - adults)
}

/** The light as it is after a press, before the server has answered; the same rule as there. */
export function lightOf({ ratio, adults, children }: Pick<Roster, 'ratio' | 'adults' | 'children'>): Roster['light'] {
  if (ratio === null) return 'free'
  const here = rosterParts(children).here.length
  if (here === 0) return 'enough'
  if (here > adults * ratio) return 'short'
  return here === adults * ratio ? 'edge' : 'enough'
}
