import * as calls from '#contract/people/acts.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { archivePeople } from './archive/archive-people.ts'
import { restorePeople } from './archive/restore-people.ts'
import { withinLargest } from '../capacity/room.ts'
import { confirmPeople } from './confirm/confirm-people.ts'
import { listDuplicates } from './duplicates/list-duplicates.ts'
import { erasePeople } from './erase/erase-people.ts'
import { addPeopleToGroup, removePeopleFromGroup } from './groups/group-acts.ts'
import { changeKind } from './kinds/change-kind.ts'
import { mergePeople } from './merge/merge-people.ts'
import { doerOf } from './record/act.ts'
import { listActs } from './undo/list-acts.ts'
import { undoAct } from './undo/undo-act.ts'

export function routes(serve: Serve): void {
  serve(calls.archivePeople, (call) => call.transact((tx) => archivePeople(tx, doerOf(call), call.body.people)))
  serve(calls.confirmPeople, (call) =>
    call.transact((tx) => withinLargest(tx, () => confirmPeople(tx, doerOf(call), call.body.people))),
  )
  serve(calls.restorePeople, (call) =>
    call.transact((tx) => withinLargest(tx, () => restorePeople(tx, doerOf(call), call.body.people))),
  )
  serve(calls.erasePeople, (call) => call.transact((tx) => erasePeople(tx, doerOf(call), call.body)))
  serve(calls.addPeopleToGroup, (call) => call.transact((tx) => addPeopleToGroup(tx, doerOf(call), call.body)))
  serve(calls.removePeopleFromGroup, (call) =>
    call.transact((tx) => removePeopleFromGroup(tx, doerOf(call), call.body)),
  )
  serve(calls.changePeopleKind, (call) => call.transact((tx) => changeKind(tx, doerOf(call), call.body)))
  serve(calls.listActs, ({ at, transact }) => transact((tx) => listActs(tx, at)))
  serve(calls.undoAct, (call) =>
    call.transact((tx) => withinLargest(tx, () => undoAct(tx, doerOf(call), call.params.id))),
  )
  serve(calls.mergePeople, (call) => call.transact((tx) => mergePeople(tx, doerOf(call), call.body)))
  serve(calls.listDuplicates, ({ query, transact }) => transact((tx) => listDuplicates(tx, query)))
}
