import { z } from 'zod/mini'
import type { House } from '#server/platform/house.ts'
import { defineJob } from '#server/platform/jobs/index.ts'
import { sweepOperatorSessions } from './operator-session-store.ts'

/** Removes sessions at the desk that are over. */
export const sweepOperatorsJob = defineJob({ name: 'operator.sweep-sessions', payload: z.object({}) })

export const sweepOperators = ({ database, clock }: Pick<House, 'database' | 'clock'>): Promise<void> =>
  database.withoutTenant((tx) => sweepOperatorSessions(tx, clock.now()))
