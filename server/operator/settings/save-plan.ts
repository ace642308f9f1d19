import type { Tx } from '#server/platform/database/index.ts'
import { ApiError, type Actor } from '#server/platform/http/index.ts'
import { noteAtDesk } from '../log/note-at-desk.ts'
import { changesOf } from './changes.ts'
import { lockInstallation } from './installation-store.ts'
import { insertPlan, isNameTaken, selectPlan, updatePlan, type PlanInput } from './price-store.ts'

export type PlanChange = { plan: PlanInput; actor: Actor; at: Date }

/** Adds a plan. Throws `name_taken`. */
export async function addPlan(tx: Tx, { plan, actor, at }: PlanChange): Promise<void> {
  await lockInstallation(tx)
  await refuseTaken(tx, plan, null)
  const subjectId = await insertPlan(tx, plan, at)
  await noteAtDesk(tx, actor, { act: 'plan.added', subjectId, details: { planName: plan.name, after: plan }, at })
}

/** Changes a plan; churches keep the size they paid for until they pay again. Throws `not_found` and `name_taken`. */
export async function editPlan(tx: Tx, id: string, { plan, actor, at }: PlanChange): Promise<void> {
  await lockInstallation(tx)
  const before = await selectPlan(tx, id)
  if (!before) throw new ApiError('not_found')
  await refuseTaken(tx, plan, id)
  const changes = changesOf(before, plan)
  if (!changes) return
  await updatePlan(tx, id, plan)
  await noteAtDesk(tx, actor, { act: 'plan.changed', subjectId: id, details: { planName: plan.name, ...changes }, at })
}

/** Plans that are offered no more may share a name. */
async function refuseTaken(tx: Tx, { name, offered }: PlanInput, id: string | null): Promise<void> {
  if (offered && (await isNameTaken(tx, name, id))) throw new ApiError('name_taken')
}
