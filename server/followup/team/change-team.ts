import { randomUUIDv7 } from 'node:crypto'
import type { FollowupTeam } from '#contract/followup/day.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError, type Caller } from '../../platform/http/index.ts'
import type { Day } from '../../platform/runtime/index.ts'
import { deleteAbsence, deleteDeputy, insertAbsence, upsertDeputy } from './team-store.ts'
import { isOnTeam, readTeam, type Team } from './team.ts'

/** Who changes what of the team: everybody their own, owners of the church all. */
type TeamDoer = { tenantId: TenantId; caller: Caller; today: Day }

type Cards = readonly { ownerId: string | null; people: number }[]

export function shownTeam({ members, absences, deputies }: Team, me: string, cards: Cards): FollowupTeam {
  const cardsOf = (id: string | null): number => cards.find(({ ownerId }) => ownerId === id)?.people ?? 0
  return {
    members: members.map(({ accountId: id, firstName, lastName }) => ({
      id,
      firstName,
      lastName,
      isMe: id === me,
      deputyId: deputies.find((each) => each.accountId === id)?.deputyId ?? null,
      absences: absences.filter((each) => each.accountId === id).map(({ accountId: _account, ...absence }) => absence),
      people: cardsOf(id),
    })),
    inPool: cardsOf(null),
  }
}

/** Throws `not_on_team`, `not_allowed`. */
async function teamFor(tx: Tx, { caller, today }: TeamDoer, accountId: string, deputyId: string | null): Promise<void> {
  const team = await readTeam(tx, today)
  if (!isOnTeam(team, accountId)) throw new ApiError('not_on_team')
  if (accountId !== caller.accountId && !caller.abilities.has('church.manage')) throw new ApiError('not_allowed')
  if (deputyId === null) return
  if (deputyId === accountId) throw new ApiError('invalid_input', { fields: { deputyId: 'Choose somebody else.' } })
  if (!isOnTeam(team, deputyId)) throw new ApiError('not_on_team')
}

type NewAbsence = { accountId: string; fromDay: Day; untilDay: Day; deputyId: string | null }

/** Throws `invalid_input` for days that end before they begin, `not_on_team`, `not_allowed`. */
export async function addAbsence(tx: Tx, doer: TeamDoer, absence: NewAbsence): Promise<void> {
  await teamFor(tx, doer, absence.accountId, absence.deputyId)
  if (absence.untilDay < absence.fromDay || absence.untilDay < doer.today)
    throw new ApiError('invalid_input', { fields: { untilDay: 'Choose a later day.' } })
  await insertAbsence(tx, doer.tenantId, { ...absence, id: randomUUIDv7() })
}

/** Throws `not_found`, `not_allowed`. */
export async function removeAbsence(tx: Tx, { caller }: TeamDoer, id: string): Promise<void> {
  const accountId = await deleteAbsence(tx, id)
  if (accountId === null) throw new ApiError('not_found')
  if (accountId !== caller.accountId && !caller.abilities.has('church.manage')) throw new ApiError('not_allowed')
}

/** Throws `invalid_input`, `not_on_team`, `not_allowed`. */
export async function setDeputy(
  tx: Tx,
  doer: TeamDoer,
  { accountId, deputyId }: { accountId: string; deputyId: string | null },
): Promise<void> {
  await teamFor(tx, doer, accountId, deputyId)
  if (deputyId === null) await deleteDeputy(tx, accountId)
  else await upsertDeputy(tx, doer.tenantId, { accountId, deputyId })
}
