import type { GuestFigures } from '#contract/followup/analytics.ts'
import { staffWith } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { selectOwners } from './owner-store.ts'

/** Whose guests can be counted by themselves: the team, and whoever looks after somebody still; by name. */
export async function listOwners(tx: Tx): Promise<GuestFigures['owners']> {
  const [team, owners] = await Promise.all([staffWith(tx, 'followup.manage'), selectOwners(tx)])
  const known = new Map(
    [...owners, ...team.map(({ accountId: id, firstName, lastName }) => ({ id, firstName, lastName }))].map((owner) => [
      owner.id,
      owner,
    ]),
  )
  const nameOf = ({ firstName, lastName, id }: GuestFigures['owners'][number]): string =>
    `${firstName} ${lastName} ${id}`
  return [...known.values()].toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
}
