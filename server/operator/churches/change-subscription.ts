import { z } from 'zod/mini'
import type { ConsoleChurch } from '#contract/operator/churches.ts'
import { extendSubscription } from '../../billing/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { confirmedAct } from '../changes/ask-for-second.ts'
import { noteOperatorAct } from '../log/note-operator-act.ts'
import { changesOf } from '../changes/changed-fields.ts'
import { selectPlan } from '../settings/price-store.ts'
import { readConsoleChurch } from './list-churches.ts'

/**
 * Changes a church's plan or expiry by hand: months that nobody paid for, or a gate that shuts. The church reads act and
 * reason in its log, and its next request knows. Throws `not_found`, and `invalid_input` for no plan or no day.
 */
export const changeSubscription = confirmedAct({
  kind: 'subscription',
  shape: z.object({ tenantId: z.uuid(), planId: z.nullable(z.uuid()), expiresOn: z.string() }),
  look: async (tx, { tenantId, planId, expiresOn }, at) => {
    const church = await readConsoleChurch(tx, tenantId, at)
    const chosen = planId === null || planId === church.planId ? null : await selectPlan(tx, planId)
    if (!chosen && planId !== null && planId !== church.planId) throw noPlan()
    const plan = chosen ? { planName: chosen.name, membershipSize: chosen.membershipSize } : planOf(church)
    const changes = changesOf({ ...planOf(church), expiresOn: church.expiresOn }, { ...plan, expiresOn })
    return changes && { subject: tenantId, tenantId, details: { church: church.name }, ...changes }
  },
  apply: async (tx, _house, { wanted: { tenantId, ...term }, looked, change, actor, at }) => {
    const { reason, askedBy } = change
    await extendSubscription(tx, tenantId, { ...term, reason, actor, at })
    const { details, before, after } = looked
    const told = { ...details, before, after, reason, askedBy: askedBy.name }
    await noteOperatorAct(tx, actor, { act: 'church.subscription_changed', tenantId, details: told, at })
  },
})

const planOf = ({ planName, membershipSize }: ConsoleChurch) => ({ planName, membershipSize })

const noPlan = (): ApiError => new ApiError('invalid_input', { fields: { planId: 'There is no such plan.' } })
