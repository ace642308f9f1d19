import * as calls from '#contract/people/changes.ts'
import type { Serve } from '../../platform/http/index.ts'
import { withinLargest } from '../persons/index.ts'
import { writerOf } from '../writing/index.ts'
import { archivePeople, confirmPeople, restorePeople } from './archive-people.ts'
import { addPeopleToGroup, changeKind, removePeopleFromGroup } from './change-people.ts'
import { erasePeople } from './erase-people.ts'
import { listDuplicates } from './list-duplicates.ts'
import { mergePeople } from './merge-people.ts'
import { listChanges, undoChange } from './undo-change.ts'

export function routes(serve: Serve): void {
  serve(calls.archivePeople, (call) => call.transact((tx) => archivePeople(tx, writerOf(call), call.body.people)))
  serve(calls.confirmPeople, (call) =>
    call.transact((tx) => withinLargest(tx, () => confirmPeople(tx, writerOf(call), call.body.people))),
  )
  serve(calls.restorePeople, (call) =>
    call.transact((tx) => withinLargest(tx, () => restorePeople(tx, writerOf(call), call.body.people))),
  )
  serve(calls.erasePeople, (call) => call.transact((tx) => erasePeople(tx, writerOf(call), call.body)))
  serve(calls.addPeopleToGroup, (call) => call.transact((tx) => addPeopleToGroup(tx, writerOf(call), call.body)))
  serve(calls.removePeopleFromGroup, (call) =>
    call.transact((tx) => removePeopleFromGroup(tx, writerOf(call), call.body)),
  )
  serve(calls.changePeopleKind, (call) => call.transact((tx) => changeKind(tx, writerOf(call), call.body)))
  serve(calls.listChanges, ({ at, transact }) => transact((tx) => listChanges(tx, at)))
  serve(calls.undoChange, (call) =>
    call.transact((tx) => withinLargest(tx, () => undoChange(tx, writerOf(call), call.params.id))),
  )
  serve(calls.mergePeople, (call) => call.transact((tx) => mergePeople(tx, writerOf(call), call.body)))
  serve(calls.listDuplicates, ({ query, transact }) => transact((tx) => listDuplicates(tx, query)))
}
