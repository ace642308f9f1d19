import type { addNewcomer as call } from '#contract/followup/people.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import { addPerson, changeKind, checkPerson, type Writer } from '../../people/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { dayIn } from '../../platform/runtime/index.ts'
import { selectSources } from '../lists/index.ts'
import { changeOwner, markOrigin, noteVisits, updateAnswers, type Doer } from '../newcomers/index.ts'
import { hasMembers, lockPhone, selectByPhone, selectProfile } from './profile-store.ts'

type Body = Received<typeof call>['body']

/**
 * Enters somebody who came for the first time, or came to faith. Whose number is known is that person, who came again; what
 * is known of them stays. Throws `invalid_input` by field, `not_found`, `retired`, `not_on_team`, `away`.
 */
export async function addNewcomer(tx: Tx, writer: Writer, doer: Doer, body: Body): Promise<Answer<typeof call>> {
  const { sourceId, interest: _interest, wantsVisit: _wantsVisit, ownerId, ...person } = body
  const { phone } = checkPerson(person, writer)
  await openSource(tx, sourceId)
  if (phone) await lockPhone(tx, writer.tenantId, phone)
  const knownId = phone && (await selectByPhone(tx, phone))
  if (knownId) return cameAgain(tx, writer, doer, { ...body, knownId })
  const id = await enterNewcomer(tx, writer, { by: doer.by, origin: 'staff', body })
  if (ownerId) await changeOwner(tx, doer, { personId: id, ownerId })
  return { id, known: false }
}

type Entering = { by: string | null; origin: 'staff' | 'form'; body: Omit<Body, 'ownerId'> & { ownerId?: unknown } }

/** Makes a newcomer of somebody whom nobody knows, in the pool. Answers the person's id. Throws `invalid_input` by field. */
export async function enterNewcomer(tx: Tx, writer: Writer, { by, origin, body }: Entering): Promise<string> {
  const { sourceId, interest, wantsVisit, ownerId: _ownerId, ...person } = body
  const { id } = await addPerson(tx, writer, { ...person, groupIds: [] })
  await markOrigin(tx, { personIds: [id], origin, by })
  await updateAnswers(tx, id, { sourceId, interest, wantsVisit })
  return id
}

/** Who is not followed up yet is from now on, members aside: they are no first-timers again. */
async function cameAgain(
  tx: Tx,
  writer: Writer,
  doer: Doer,
  { knownId, kind, joinedOn }: Body & { knownId: string },
): Promise<Answer<typeof call>> {
  const profile = await selectProfile(tx, knownId)
  // A member whose number somebody typed stays one.
  const isMember = await hasMembers(tx, [knownId])
  if (profile && !isMember && profile.kind !== kind && kind === 'new_convert')
    await changeKind(tx, writer, { people: { ids: [knownId] }, kind })
  if (profile) {
    const today = dayIn(writer.timeZone, writer.at)
    const day = joinedOn > today ? today : joinedOn
    await noteVisits(tx, writer.tenantId, {
      personIds: [knownId],
      at: writer.at,
      how: 'attendance',
      eventId: null,
      by: doer.by,
      day,
    })
  }
  return { id: knownId, known: true }
}

/** Throws `not_found` for a source that the church never had, and `retired`. */
export async function openSource(
  tx: Tx,
  sourceId: number | null | undefined,
  before: number | null = null,
): Promise<void> {
  if (sourceId === null || sourceId === undefined || sourceId === before) return
  const source = (await selectSources(tx)).find(({ id }) => id === sourceId)
  if (!source) throw new ApiError('not_found')
  if (source.isRetired) throw new ApiError('retired')
}
