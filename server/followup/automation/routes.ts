import * as calls from '#contract/followup/automation.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Actor, Caller, Serve } from '../../platform/http/index.ts'
import { addRule, changeRule, changeUnitsADay, removeRule, switchRule, type Changer } from './change-rules.ts'
import { tryRule } from './dry-run.ts'
import { explainPerson } from './explain.ts'
import { listActs, readAutomation, readVersions } from './overview.ts'

type Asking = { caller: Caller; actor: Actor; at: Date }
const changerOf = ({ caller: { tenantId, accountId }, actor, at }: Asking): Changer => ({
  tenantId,
  by: accountId,
  actor,
  at,
})

export function automationRoutes(serve: Serve, { config }: AppContext): void {
  serve(calls.readAutomation, ({ caller: { tenantId, abilities }, at, read }) =>
    read((tx) => readAutomation(tx, { tenantId, mayChange: abilities.has('church.manage'), at })),
  )
  serve(calls.readVersions, ({ params: { id }, read }) => read((tx) => readVersions(tx, id)))
  serve(calls.listActs, ({ query, read }) => read((tx) => listActs(tx, query)))
  serve(calls.explainPerson, ({ params: { id }, at, read }) => read((tx) => explainPerson(tx, { personId: id, at })))
  serve(calls.addRule, ({ body, transact, ...call }) => transact((tx) => addRule(tx, changerOf(call), body)))
  serve(calls.changeRule, ({ params: { id }, body, transact, ...call }) =>
    transact((tx) => changeRule(tx, changerOf(call), { id, ...body })),
  )
  serve(calls.removeRule, ({ params: { id }, transact, ...call }) =>
    transact((tx) => removeRule(tx, changerOf(call), id)),
  )
  serve(calls.switchRule, ({ params: { id }, body, transact, ...call }) =>
    transact((tx) => switchRule(tx, changerOf(call), { id, ...body })),
  )
  serve(calls.tryRule, ({ params: { id }, at, transact }) =>
    transact((tx) => tryRule(tx, { id, at, publicUrl: config.publicUrl })),
  )
  serve(calls.setUnitsADay, ({ body: { unitsADay }, transact, ...call }) =>
    transact((tx) => changeUnitsADay(tx, changerOf(call), unitsADay)),
  )
}
