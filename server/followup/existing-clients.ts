import * as calls from '#contract/followup/existing-clients.ts'
import * as personCalls from '#contract/followup/existing-person.ts'
import { outcomeOf, typeOf, type Channel } from '#contract/followup/look-ups.ts'
import { shownAddress } from '../identity/index.ts'
import { refusalOf } from '../messaging/index.ts'
import { writerOf } from '../people/index.ts'
import type { AppContext } from '../platform/app-context.ts'
import { ApiError, type Serve } from '../platform/http/index.ts'
import { dayIn } from '../platform/runtime/index.ts'
import { selectStages, type Track } from './lists/index.ts'
import { addNote, changeLeadStatus, changeOwner, changeStage, noteContact, removeEntry } from './newcomers/index.ts'
import {
  convertToMember,
  editNewcomer,
  listNewcomers,
  readFirstTimer,
  readLogs,
  quoteWritten,
  readNewConvert,
  writeEmail,
  writeSms,
} from './profiles/index.ts'
import { doerOf } from './routes.ts'
import { selectTasks, shownTask } from './tasks/index.ts'
import { readTeam } from './team/index.ts'

const MOST = 500
const saved = { response: 'Saved' }

/** Following up in the shapes of clients that exist already. */
export function existingClientRoutes(serve: Serve, context: AppContext): void {
  readingRoutes(serve, context)
  movingRoutes(serve)
  loggingRoutes(serve)
  writingRoutes(serve, context)
  for (const call of [personCalls.editFirstTimer, personCalls.updateNewConvert])
    serve(call, ({ body, transact, ...asking }) => {
      const anybody = asking.caller.abilities.has('people.write')
      return transact((tx) => editNewcomer(tx, writerOf(asking), doerOf(asking), { body, anybody }))
    })
}

function readingRoutes(serve: Serve, { config }: AppContext): void {
  serve(calls.contactsToFollow, ({ read }) =>
    read(async (tx) => {
      const { items } = await listNewcomers(tx, { limit: MOST })
      const people = items.map(({ id, firstName, lastName, email, mobilePhone, memberType }) => {
        return { id, firstName, lastName, email, mobilePhone, memberType }
      })
      const tasks = await selectTasks(tx, {}, { after: null, limit: MOST })
      return { people, tasks: tasks.map(shownTask) }
    }),
  )
  serve(calls.contactOwners, ({ caller: { church }, at, read }) =>
    read(async (tx) => {
      const { members } = await readTeam(tx, dayIn(church.timeZone, at))
      return members.map(({ accountId: id, firstName, lastName }) => ({ id, firstName, lastName }))
    }),
  )
  const cycles: [typeof calls.firstTimerCycle | typeof calls.newConvertCycle, Track][] = [
    [calls.firstTimerCycle, 'first_timer'],
    [calls.newConvertCycle, 'new_convert'],
  ]
  for (const [call, track] of cycles)
    serve(call, ({ read }) =>
      read(async (tx) => {
        const stages = (await selectStages(tx)).filter((stage) => stage.track === track && !stage.isRetired)
        return { returnObject: stages.map(({ id, name, position }) => ({ id, name, order: position })) }
      }),
    )
  serve(personCalls.readFirstTimer, ({ params: { id }, caller: { tenantId }, request, at, read }) =>
    read((tx) => readFirstTimer(tx, { id, at, picture: shownAddress(config, { request, tenantId, at }) })),
  )
  serve(personCalls.readNewConvert, ({ params: { id }, caller: { tenantId }, request, at, read }) =>
    read((tx) => readNewConvert(tx, { id, at, picture: shownAddress(config, { request, tenantId, at }) })),
  )
  serve(calls.activityLogs, ({ query, caller: { accountId }, at, transact }) =>
    transact((tx) => readLogs(tx, { id: query.firsttimerID, reader: accountId, at })),
  )
}

function movingRoutes(serve: Serve): void {
  serve(calls.changeOwner, ({ params: { id }, body, transact, ...call }) =>
    transact(async (tx) => {
      await changeOwner(tx, doerOf(call), { personId: id, ownerId: body.ownerID || null, text: body.text ?? '' })
      return saved
    }),
  )
  serve(calls.updateLifeCycle, ({ params: { id }, body, transact, ...call }) =>
    transact(async (tx) => {
      await changeStage(tx, doerOf(call), { personId: id, stageId: Number(body.stageID) })
      return saved
    }),
  )
  serve(calls.updateLeadStatus, ({ params: { id }, query, transact, ...call }) =>
    transact(async (tx) => {
      await changeLeadStatus(tx, doerOf(call), { personId: id, leadStatus: query.status })
      return saved
    }),
  )
  serve(calls.convertToMember, ({ query, transact, ...call }) =>
    transact(async (tx) => {
      await convertToMember(tx, writerOf(call), query.personId)
      return saved
    }),
  )
}

/** What somebody notes by hand; the product writes the rest itself. */
const channels: Record<string, Channel> = {
  call: 'call',
  other: 'other',
  whatsapp: 'whatsapp',
  email: 'email',
  visit: 'visit',
  sms: 'sms',
  pray: 'other',
}

function loggingRoutes(serve: Serve): void {
  serve(calls.logActivity, ({ body, transact, ...call }) =>
    transact(async (tx) => {
      const { firsttimerID: personId, description: text, outcome: given } = body
      const type = typeOf(body.type)
      if (type === 'note') {
        if (text === '') throw new ApiError('invalid_input', { fields: { description: 'Write something.' } })
        return { ...saved, id: (await addNote(tx, doerOf(call), { personId, text, isPrivate: false })).id }
      }
      const channel = type && channels[type]
      const outcome = given === undefined || given === null || given === '' ? null : outcomeOf(given)
      const fields = {
        ...(channel ? {} : { type: 'Choose one of the list.' }),
        ...(outcome === undefined ? { outcome: 'Choose one of the list.' } : {}),
      }
      if (!channel || outcome === undefined) throw new ApiError('invalid_input', { fields })
      return { ...saved, id: (await noteContact(tx, doerOf(call), { personId, channel, outcome, text })).id }
    }),
  )
  serve(calls.removeActivity, ({ params: { id }, transact, ...call }) =>
    transact(async (tx) => {
      await removeEntry(tx, doerOf(call), id)
      return { response: 'Deleted' }
    }),
  )
  serve(calls.addNote, ({ params: { id }, body: { note, isPrivate = false }, transact, ...call }) =>
    transact(async (tx) => {
      const entry = await addNote(tx, doerOf(call), { personId: id, text: note, isPrivate })
      return { ...saved, id: entry.id }
    }),
  )
}

function writingRoutes(serve: Serve, { enqueue }: AppContext): void {
  serve(calls.sendEmail, ({ params: { id }, body, transact, ...call }) =>
    transact(async (tx) => {
      await writeEmail(tx, enqueue, { doer: doerOf(call) }, { ...body, personId: id })
      return { response: 'Sent' }
    }),
  )
  serve(calls.quoteWrittenSms, ({ params: { id }, body, caller: { tenantId, church }, transact }) =>
    transact((tx) =>
      quoteWritten(tx, { tenantId, isoCode: church.isoCode }, { personId: id, text: body.message.trim() }),
    ),
  )
  serve(calls.sendSms, async ({ params: { id }, body: { subject, message: text }, transact, ...call }) => {
    const writing = { doer: doerOf(call), actor: call.actor, isoCode: call.caller.church.isoCode }
    try {
      return await transact((tx) => writeSms(tx, enqueue, writing, { personId: id, senderId: subject ?? '', text }))
    } catch (error) {
      return refusalOf(error)
    }
  })
}
