import { z } from 'zod/mini'
import { planFields } from '#contract/operator/settings.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { confirmedAct } from '../changes/ask-for-second.ts'
import { noteAtDesk } from '../log/note-at-desk.ts'
import { changesOf } from '../changes/changed-fields.ts'
import { insertPlan, isNameTaken, selectPlan, updatePlan, type PlanInput } from './price-store.ts'

/**
 * Adds a plan, or changes one of an id; churches keep the size they paid for until they pay again. Throws `not_found` and
 * `name_taken`.
 */
export const savePlan = confirmedAct({
  kind: 'plan',
  shape: z.object({ id: z.nullable(z.uuid()), plan: planFields }),
  look: async (tx, { id, plan }) => {
    const present = id === null ? null : await selectPlan(tx, id)
    if (id !== null && !present) throw new ApiError('not_found')
    await refuseTaken(tx, plan, id)
    const changes = present ? changesOf(present, plan) : { before: {}, after: plan }
    return changes && { subject: id ?? '', details: { planName: present?.name ?? plan.name }, ...changes }
  },
  apply: async (tx, _house, { wanted: { id, plan }, looked, change, actor, at }) => {
    const subjectId = id ?? (await insertPlan(tx, plan, at))
    if (id !== null) await updatePlan(tx, id, plan)
    const { before, after } = looked
    const told = id === null ? { after } : { before, after }
    const details = { planName: plan.name, ...told, reason: change.reason, askedBy: change.askedBy.name }
    await noteAtDesk(tx, actor, { act: id === null ? 'plan.added' : 'plan.changed', subjectId, details, at })
  },
})

/** Plans that are offered no more may share a name. */
async function refuseTaken(tx: Tx, { name, offered }: PlanInput, id: string | null): Promise<void> {
  if (offered && (await isNameTaken(tx, name, id))) throw new ApiError('name_taken')
}
