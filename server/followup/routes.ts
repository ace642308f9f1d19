import * as dayCalls from '#contract/followup/day.ts'
import * as listCalls from '#contract/followup/first-timer-lists.ts'
import * as peopleCalls from '#contract/followup/people.ts'
import * as settingsCalls from '#contract/followup/settings.ts'
import * as taskCalls from '#contract/followup/tasks.ts'
import { shownAddress } from '../identity/index.ts'
import { writerOf } from '../people/index.ts'
import type { AppContext } from '../platform/app-context.ts'
import type { Tx } from '../platform/database/index.ts'
import { ApiError, type Caller, type Serve } from '../platform/http/index.ts'
import { dayIn } from '../platform/runtime/index.ts'
import { readMyDay } from './day/index.ts'
import { changeSettings, readSettings, selectSources } from './lists/index.ts'
import { editEntry, noteContact, noteVisits, removeVisit, snooze, type Doer } from './newcomers/index.ts'
import {
  addNewcomer,
  archiveNewcomers,
  countCards,
  filterFirstTimers,
  listNewcomers,
  pageOfFirstTimers,
  readNewcomer,
} from './profiles/index.ts'
import { addComment, createTask, editComment, editTask, listTasks, readTask, removeComment } from './tasks/index.ts'
import { addAbsence, readTeam, removeAbsence, setDeputy, shownTeam } from './team/index.ts'

type Asking = { caller: Caller; at: Date }
export const doerOf = ({ caller: { tenantId, accountId }, at }: Asking): Doer & { by: string } => ({
  tenantId,
  by: accountId,
  at,
})

export function routes(serve: Serve, context: AppContext): void {
  serve(settingsCalls.readFollowupSettings, ({ read }) => read(readSettings))
  serve(settingsCalls.changeFollowupSettings, ({ body, caller: { tenantId }, actor, at, transact }) =>
    transact((tx) => changeSettings(tx, { tenantId, actor, at }, body)),
  )
  serve(dayCalls.readMyDay, ({ query, caller: { accountId }, at, read }) =>
    read((tx) => readMyDay(tx, { accountId, at }, query)),
  )
  teamRoutes(serve)
  taskRoutes(serve)
  peopleRoutes(serve)
  listRoutes(serve, context)
}

function teamRoutes(serve: Serve): void {
  const teamDoer = ({ caller, at }: Asking) => ({
    tenantId: caller.tenantId,
    caller,
    today: dayIn(caller.church.timeZone, at),
  })
  const shown = async (tx: Tx, asking: Asking) =>
    shownTeam(await readTeam(tx, teamDoer(asking).today), asking.caller.accountId, await countCards(tx))

  serve(dayCalls.readTeam, ({ read, ...call }) => read((tx) => shown(tx, call)))
  serve(dayCalls.addAbsence, ({ params, body, transact, ...call }) =>
    transact(async (tx) => {
      await addAbsence(tx, teamDoer(call), { ...body, accountId: params.id })
      return shown(tx, call)
    }),
  )
  serve(dayCalls.removeAbsence, ({ params, transact, ...call }) =>
    transact(async (tx) => {
      await removeAbsence(tx, teamDoer(call), params.id)
      return shown(tx, call)
    }),
  )
  serve(dayCalls.setDeputy, ({ params, body, transact, ...call }) =>
    transact(async (tx) => {
      await setDeputy(tx, teamDoer(call), { accountId: params.id, deputyId: body.deputyId })
      return shown(tx, call)
    }),
  )
}

function taskRoutes(serve: Serve): void {
  serve(taskCalls.listTasks, ({ query, read }) => read((tx) => listTasks(tx, query)))
  serve(taskCalls.createTask, ({ body, transact, ...call }) =>
    transact(async (tx) => ({ returnObject: await readTask(tx, await createTask(tx, doerOf(call), body)) })),
  )
  serve(taskCalls.editTask, ({ params: { id }, body, transact, ...call }) =>
    transact(async (tx) => ({ returnObject: await readTask(tx, await editTask(tx, doerOf(call), { id, body })) })),
  )
  serve(taskCalls.addComment, ({ params: { id: taskId }, body: { comment: text }, transact, ...call }) =>
    transact(async (tx) => ({ returnObject: await addComment(tx, doerOf(call), { taskId, text }) })),
  )
  serve(taskCalls.editComment, ({ params: { id }, body: { comment: text }, transact, ...call }) =>
    transact(async (tx) => ({ returnObject: await editComment(tx, doerOf(call), { id, text }) })),
  )
  serve(taskCalls.removeComment, ({ params: { id }, transact, ...call }) =>
    transact(async (tx) => {
      await removeComment(tx, doerOf(call), id)
      return { response: 'Deleted' }
    }),
  )
}

function peopleRoutes(serve: Serve): void {
  serve(peopleCalls.listNewcomers, ({ query, read }) => read((tx) => listNewcomers(tx, query)))
  serve(peopleCalls.addNewcomer, ({ body, transact, ...call }) =>
    transact((tx) => addNewcomer(tx, writerOf(call), doerOf(call), body)),
  )
  serve(peopleCalls.readNewcomer, ({ params: { id }, caller: { accountId }, at, transact }) =>
    transact((tx) => readNewcomer(tx, { id, reader: accountId, at })),
  )
  serve(peopleCalls.logContact, ({ params: { id }, body: { snoozeUntil, ...contact }, transact, ...call }) =>
    transact(async (tx) => {
      const until = snoozeUntil === null ? null : new Date(snoozeUntil)
      const entry = await noteContact(tx, doerOf(call), { ...contact, personId: id, snoozeUntil: until })
      return { id: entry.id }
    }),
  )
  serve(peopleCalls.snoozeNewcomer, ({ params: { id }, body: { until }, transact }) =>
    transact(async (tx) => {
      await snooze(tx, { personId: id, until: until === null ? null : new Date(until) })
      return { id: null }
    }),
  )
  visitRoutes(serve)
  serve(peopleCalls.editLogLine, ({ params: { id }, body: { text, isPrivate }, transact, ...call }) =>
    transact(async (tx) => {
      await editEntry(tx, doerOf(call), { id, text, ...(isPrivate === undefined ? {} : { isPrivate }) })
      return { id }
    }),
  )
  serve(peopleCalls.removeNewcomer, ({ params: { id }, caller, transact, ...call }) =>
    transact(async (tx) => {
      const ids = [id]
      const anybody = caller.abilities.has('people.write')
      if ((await archiveNewcomers(tx, writerOf({ caller, ...call }), { ids, anybody })) === 0)
        throw new ApiError('not_found')
      return { id }
    }),
  )
}

function visitRoutes(serve: Serve): void {
  serve(peopleCalls.markVisit, ({ params: { id }, body: { day }, caller, at, transact }) =>
    transact(async (tx) => {
      await readNewcomer(tx, { id, reader: caller.accountId, at })
      if (day > dayIn(caller.church.timeZone, at))
        throw new ApiError('invalid_input', { fields: { day: 'Choose a date that is not in the future.' } })
      const came = { personIds: [id], at, how: 'attendance' as const, eventId: null, by: caller.accountId, day }
      await noteVisits(tx, caller.tenantId, came)
      return { id: null }
    }),
  )
  serve(peopleCalls.unmarkVisit, ({ params: { id, day }, transact }) =>
    transact(async (tx) => {
      await removeVisit(tx, { personId: id, day })
      return { id: null }
    }),
  )
}

function listRoutes(serve: Serve, { config }: AppContext): void {
  serve(listCalls.getAllFirstTimers, ({ query, caller: { tenantId }, request, at, read }) =>
    read(async (tx) => ({
      response: await pageOfFirstTimers(tx, query.page, shownAddress(config, { request, tenantId, at })),
    })),
  )
  serve(listCalls.filterFirstTimers, ({ query, caller: { tenantId }, request, at, read }) =>
    read((tx) => filterFirstTimers(tx, query, shownAddress(config, { request, tenantId, at }))),
  )
  serve(listCalls.getHowYouHeardAboutUs, ({ read }) =>
    read(async (tx) =>
      (await selectSources(tx)).filter(({ isRetired }) => !isRetired).map(({ id, name }) => ({ id, name })),
    ),
  )
  const removed = (deleted: number) => ({ response: 'Deleted', deleted })
  serve(listCalls.deletePeople, ({ body: ids, caller, transact, ...call }) =>
    transact(async (tx) => {
      const anybody = caller.abilities.has('people.write')
      return removed(await archiveNewcomers(tx, writerOf({ caller, ...call }), { ids, anybody }))
    }),
  )
  serve(listCalls.deleteOnePerson, ({ params: { id }, caller, transact, ...call }) =>
    transact(async (tx) => {
      const anybody = caller.abilities.has('people.write')
      const deleted = await archiveNewcomers(tx, writerOf({ caller, ...call }), { ids: [id], anybody })
      if (deleted === 0) throw new ApiError('not_found')
      return removed(deleted)
    }),
  )
}
