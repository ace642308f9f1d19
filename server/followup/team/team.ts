import { staffWith, type AbleMember } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Day } from '../../platform/runtime/index.ts'
import { selectAbsences, selectDeputies, type Absence, type Deputy } from './team-store.ts'

/** Who follows people up in a church, who is away and who stands in for whom, as of a day. */
export type Team = {
  members: readonly AbleMember[]
  absences: readonly Absence[]
  deputies: readonly Deputy[]
  today: Day
}

export async function readTeam(tx: Tx, today: Day): Promise<Team> {
  return {
    members: await staffWith(tx, 'followup.manage'),
    absences: await selectAbsences(tx, today),
    deputies: await selectDeputies(tx),
    today,
  }
}

export const isOnTeam = ({ members }: Team, accountId: string): boolean =>
  members.some((member) => member.accountId === accountId)

/** The absence that somebody is in on the team's day. */
export const absenceOf = ({ absences, today }: Team, accountId: string): Absence | undefined =>
  absences.find((each) => each.accountId === accountId && each.fromDay <= today && today <= each.untilDay)

/**
 * Who takes over what somebody does not do: the deputy of the absence, else the usual one. Null, the pool: there is none, or
 * they left or are away themselves. Never further from deputy to deputy: nobody is surprised by cards of strangers.
 */
export function deputyFor(team: Team, accountId: string): string | null {
  const named =
    absenceOf(team, accountId)?.deputyId ?? team.deputies.find((each) => each.accountId === accountId)?.deputyId
  return named && isOnTeam(team, named) && !absenceOf(team, named) ? named : null
}

/** For whom somebody stands in on the team's day. */
export const standsInFor = (team: Team, accountId: string): string[] =>
  team.members
    .map((member) => member.accountId)
    .filter((id) => id !== accountId && absenceOf(team, id) && deputyFor(team, id) === accountId)

/** Somebody, and while they are away whoever stands in for them: what is due is told to both. */
export function whoeverActsFor(team: Team, accountId: string): string[] {
  const deputy = absenceOf(team, accountId) ? deputyFor(team, accountId) : null
  return deputy === null ? [accountId] : [accountId, deputy]
}

/** Days on which somebody is away, as the working hours leave them out. */
export const awayDays = ({ absences }: Team, accountId: string): { from: Day; until: Day }[] =>
  absences
    .filter((each) => each.accountId === accountId)
    .map(({ fromDay, untilDay }) => ({ from: fromDay, until: untilDay }))
