import { genderIds } from '#contract/checkin/family.ts'
import type { EditedNewcomer } from '#contract/followup/existing-person.ts'
import { gender, maritalStatus } from '#contract/people/persons.ts'
import { archivePeople, changeKind, editPerson, lockPerson, type Writer } from '../../people/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { holdCard, openDesk, touched, updateAnswers, type Doer } from '../newcomers/index.ts'
import { openSource } from './add-newcomer.ts'
import { hasEvent, hasMembers } from './profile-store.ts'

/**
 * What was sent is written over what is kept; nobody read a version first. Without `anybody` no member is changed, who was
 * followed up once: by their number or address they enter the portal, and fetch their children. Throws `not_found` for an id of
 * nobody who is followed up, `not_allowed`, `retired` for a source that can no longer be chosen.
 */
export async function editNewcomer(
  tx: Tx,
  writer: Writer,
  doer: Doer,
  { body, anybody }: { body: EditedNewcomer; anybody: boolean },
): Promise<{ response: string; id: string }> {
  const id = body.personId ?? body.firstTimerId
  if (!id) throw new ApiError('not_found')
  const { isArchived: _isArchived, pictureId: _pictureId, ...before } = await lockPerson(tx, id)
  if (!anybody && (await hasMembers(tx, [id]))) throw new ApiError('not_allowed')
  // Who was entered with a first name alone can be changed without another one.
  for (const name of ['firstName', 'lastName'] as const)
    if (!body[name]?.trim() && (name === 'firstName' || before.lastName !== ''))
      throw new ApiError('invalid_input', { fields: { [name]: 'A name is needed.' } })
  const card = await holdCard(tx, id)
  await editPerson(tx, writer, { id, body: { ...before, ...changesIn(body) } })
  await openSource(tx, body.howDidYouAboutUsId, card.sourceId)
  const answers = answersIn(body)
  if (answers.eventId && !(await hasEvent(tx, answers.eventId))) throw new ApiError('not_found')
  await updateAnswers(tx, id, answers)
  await touched(tx, doer, { desk: await openDesk(tx, doer.at), card })
  return { response: 'Saved', id }
}

/** Yes, No, Maybe, On Transit; Call, Email, Visit, SMS. */
const CHOICES = [0, 1, 2, 3]

function answersIn(body: EditedNewcomer) {
  const answers = {
    interest: body.interestedInJoining,
    wantsVisit: body.wantsToBeVisited,
    means: body.communicationMeans,
  }
  for (const [field, value] of Object.entries(answers))
    if (value !== null && value !== undefined && !CHOICES.includes(value))
      throw new ApiError('invalid_input', { fields: { [field]: 'Choose one of the list.' } })
  const eventId = body.activityID === undefined ? undefined : body.activityID || null
  return { ...answers, sourceId: body.howDidYouAboutUsId, eventId }
}

function changesIn(body: EditedNewcomer) {
  const { firstName, lastName, email, phoneNumber: phone, address, genderId, maritalStatusId } = body
  const parts = { birthDay: body.birthday, birthMonth: body.birthMonth, birthYear: body.birthYear }
  return {
    ...given({ firstName, lastName }),
    ...(email !== undefined && { email: email || null }),
    ...(phone !== undefined && { phone: phone || null }),
    ...(address !== undefined && { address: address || null }),
    ...(genderId !== undefined && { gender: gender.options.find((name) => genderIds[name] === genderId) ?? null }),
    ...(maritalStatusId !== undefined && { maritalStatus: maritalStatus.options[(maritalStatusId ?? 0) - 1] ?? null }),
    ...(Object.values(parts).some((part) => part !== undefined) && birthdayOf(parts)),
  }
}

const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }

type Parts = Record<'birthDay' | 'birthMonth' | 'birthYear', number | string | null | undefined>

/** `"Day"`, 0 and nothing are no part of a date. */
function birthdayOf({ birthDay, birthMonth, birthYear }: Parts) {
  const number = (part: number | string | null | undefined): number | null => Number(part) || null
  return { birthDay: number(birthDay), birthMonth: number(birthMonth), birthYear: number(birthYear) }
}

/** Makes a member of somebody; notes, tasks and history stay. Who is one already stays one. Throws `not_found`, `archived`. */
export async function convertToMember(tx: Tx, writer: Writer, personId: string): Promise<void> {
  await holdable(tx, personId)
  await changeKind(tx, writer, { people: { ids: [personId] }, kind: 'member' })
}

async function holdable(tx: Tx, personId: string): Promise<void> {
  await lockPerson(tx, personId)
  await holdCard(tx, personId)
}

/** Archives people. Without `anybody` only those who are followed up: `not_allowed` where somebody else is among them. */
export async function archiveNewcomers(
  tx: Tx,
  writer: Writer,
  { ids, anybody }: { ids: string[]; anybody: boolean },
): Promise<number> {
  if (!anybody && (await hasMembers(tx, ids))) throw new ApiError('not_allowed')
  return (await archivePeople(tx, writer, { ids })).people
}
