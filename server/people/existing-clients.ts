import * as calls from '#contract/people/existing-clients.ts'
import { genderIds } from '#contract/checkin/family.ts'
import { gender, maritalStatus, personKind } from '#contract/people/persons.ts'
import { pictureUrl, shownAddress } from '../identity/index.ts'
import type { Tx } from '../platform/database/index.ts'
import type { AppContext } from '../platform/app-context.ts'
import { ApiError, type Serve } from '../platform/http/index.ts'
import { archivePeople } from './changes/index.ts'
import { listGroups } from './groups/index.ts'
import { foldText } from '../platform/fold-text.ts'
import { countKinds, editPerson, lockPerson, selectNumbered, type NumberedPerson } from './persons/index.ts'
import { writerOf, type Writer } from './writing/index.ts'

const PAGE = 50

/** People in the shapes of clients that exist already. */
export function existingClientRoutes(serve: Serve, { config }: AppContext): void {
  for (const call of [calls.getMembersBasicInfo, calls.getPeopleBasicInfo])
    serve(call, ({ query, read }) =>
      read(async (tx) =>
        (await selectNumbered(tx, pageOf(query.page))).map(({ id, firstName, lastName, email, phone }) => ({
          id,
          firstName,
          lastName,
          email,
          mobilePhone: phone,
        })),
      ),
    )
  serve(calls.getAllFirstTimers, ({ query, caller: { tenantId }, request, at, read }) =>
    read(async (tx) => {
      const [rows, kinds] = await Promise.all([
        selectNumbered(tx, { ...pageOf(query.page), kind: 'first_timer' }),
        countKinds(tx),
      ])
      const shown = firstTimerFor(shownAddress(config, { request, tenantId, at }))
      return { response: { data: rows.map(shown), totalItems: kinds.first_timer } }
    }),
  )
  serve(calls.filterFirstTimers, ({ query, caller: { tenantId }, request, at, read }) =>
    read(async (tx) => {
      // No first-timer has a stage yet.
      if (query.lifecycle) return []
      const name = foldText(query.firstname ?? '')
      const digits = (query.phone_number ?? '').replaceAll(/\D/g, '').replace(/^0+/, '')
      const rows = await selectNumbered(tx, { ...pageOf(query.page), kind: 'first_timer', name, digits })
      return rows.map(firstTimerFor(shownAddress(config, { request, tenantId, at })))
    }),
  )
  serve(calls.editFirstTimer, (call) => call.transact((tx) => edit(tx, writerOf(call), call.body)))
  serve(calls.updateNewConvert, (call) => call.transact((tx) => edit(tx, writerOf(call), call.body)))
  serve(calls.deletePeople, (call) =>
    call.transact(async (tx) => removed((await archivePeople(tx, writerOf(call), { ids: call.body })).people)),
  )
  serve(calls.deleteOnePerson, (call) =>
    call.transact(async (tx) => {
      const { people } = await archivePeople(tx, writerOf(call), { ids: [call.params.id] })
      if (people === 0) throw new ApiError('not_found')
      return removed(people)
    }),
  )
  serve(calls.getAllGroupBasicInformation, ({ read }) =>
    read(async (tx) => (await listGroups(tx)).map(({ id, name }) => ({ id, name }))),
  )
  figures(serve)
}

function figures(serve: Serve): void {
  serve(calls.getPeopleClassification, () =>
    Promise.resolve(personKind.options.map((kind, index) => ({ id: index + 1, name: kindNames[kind] }))),
  )
  serve(calls.getHowYouHeardAboutUs, () => Promise.resolve([]))
  serve(calls.dashboardBasic, ({ caller: { church, units }, read }) =>
    read(async (tx) => {
      const { member: members, first_timer: firstTimers, new_convert: newConverts } = await countKinds(tx)
      const { planName: description, membershipSize, expiresOn: subscriptionExpiration } = church
      const people = { members, firstTimers, newConverts, total: members + firstTimers + newConverts }
      const subscription = { description, membershipSize, subscriptionExpiration }
      return { returnObject: { ...people, smsBalance: units, subscription } }
    }),
  )
  for (const call of [calls.dashboardCelebrations, calls.dashboardAttendance])
    serve(call, () => Promise.resolve({ returnObject: [] }))
}

const kindNames = { member: 'Member', first_timer: 'First Timer', new_convert: 'New Convert' } as const

const pageOf = (page = 1) => ({ offset: (Math.max(page, 1) - 1) * PAGE, limit: PAGE })

const removed = (deleted: number) => ({ response: 'Deleted', deleted })

const firstTimerFor =
  (shown: (url: string | null) => string | null) =>
  ({ id, firstName, lastName, phone, email, pictureId, joinedOn }: NumberedPerson): calls.FirstTimerRow => ({
    id,
    firstName,
    lastName,
    phoneNumber: phone,
    email,
    imageURL: shown(pictureUrl(pictureId)),
    howDidYouAboutUsName: null,
    interestedInJoining: null,
    date: joinedOn,
    lifeCycle: null,
    movement: null,
    interactions: 0,
  })

/** What was sent is written over what is kept; nobody read a version first. Throws `not_found` without an id that is known. */
async function edit(tx: Tx, writer: Writer, body: calls.EditedPerson): Promise<{ response: string; id: string }> {
  const id = body.personId ?? body.firstTimerId
  if (!id) throw new ApiError('not_found')
  for (const name of ['firstName', 'lastName'] as const)
    if (!body[name]?.trim()) throw new ApiError('invalid_input', { fields: { [name]: 'A name is needed.' } })
  const { isArchived: _isArchived, pictureId: _pictureId, ...before } = await lockPerson(tx, id)
  await editPerson(tx, writer, { id, body: { ...before, ...changesIn(body) } })
  return { response: 'Saved', id }
}

function changesIn(body: calls.EditedPerson) {
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
