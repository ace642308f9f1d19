import type { archivePeople as call } from '#contract/people/changes.ts'
import type { Answer } from '#contract/endpoint.ts'
import { audit } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { giveUpPlaces } from '../families/places-store.ts'
import { type Doer, chosen, type Selection, record } from './record.ts'
import { selectStaff } from '../persons/person-store.ts'
import { archive, lockActive, lockUnconfirmed, setConfirmed } from '../persons/standing-store.ts'

/**
 * Archives the chosen people; they stay in their groups and families and give up their places in classes to come. Staff among
 * them are left out, by name; where there is nobody else: `has_account`.
 */
export async function archivePeople(tx: Tx, doer: Doer, selection: Selection): Promise<Answer<typeof call>> {
  const { tenantId, actor, at } = doer
  const found = await lockActive(tx, await chosen(tx, selection))
  const staff = await selectStaff(
    tx,
    found.map(({ id }) => id),
  )
  const leftOut = new Set(staff.map(({ id }) => id))
  const people = found.filter(({ id }) => !leftOut.has(id))
  const ids = people.map(({ id }) => id)
  if (ids.length === 0 && staff.length > 0) throw new ApiError('has_account')
  await archive(tx, ids, at)
  await giveUpPlaces(tx, { familyIds: null, personIds: ids }, at)
  if (ids.length > 0) await audit(tx, tenantId, actor, { act: 'people.archived', details: { people: ids.length }, at })
  const rows = people.map(({ id, version }) => ({ personId: id, before: {}, version: version + 1 }))
  return { ...(await record(tx, doer, { kind: 'archive', rows })), leftOut: staff.map(({ name }) => name) }
}

/** Takes the chosen people in who came by the portal: they belong to the church and count for its plan. */
export async function confirmPeople(
  tx: Tx,
  { tenantId, actor, at }: Doer,
  selection: Selection,
): Promise<{ people: number }> {
  const ids = await lockUnconfirmed(tx, await chosen(tx, selection))
  if (ids.length === 0) return { people: 0 }
  await setConfirmed(tx, ids)
  const details = { people: ids.length }
  await audit(tx, tenantId, actor, { act: 'people.confirmed', details, at })
  return details
}

/** The same for people whom a check-in has seen: nobody pressed anything. */
export async function confirmSeen(tx: Tx, ids: string[]): Promise<void> {
  const unconfirmed = await lockUnconfirmed(tx, ids)
  if (unconfirmed.length > 0) await setConfirmed(tx, unconfirmed)
}
