import { randomUUID } from 'node:crypto'
import { z } from 'zod/mini'
import type { AppContext } from '../../platform/app-context.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import { systemActor } from '../../platform/http/index.ts'
import { expireChanges } from '../changes/change-store.ts'
import { noteOperatorAct } from '../log/note-operator-act.ts'
import { sweepOperatorSessions } from './operator-session-store.ts'

/** Removes operators' sessions that are over, and writes down what nobody confirmed in time. */
export const sweepOperatorsJob = defineJob({ name: 'operator.sweep-sessions', payload: z.object({}) })

export async function sweepOperators({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  const at = clock.now()
  await database.withoutTenant((tx) => sweepOperatorSessions(tx, at))
  // Nobody in particular: it is over by itself.
  await database.withOperator({ operatorId: randomUUID() }, async (tx) => {
    for (const { id, kind } of await expireChanges(tx, at))
      await noteOperatorAct(tx, systemActor, { act: 'change.expired', subjectId: id, details: { kind }, at })
  })
}
