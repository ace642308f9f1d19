import { z } from 'zod/mini'
import { calendarDay } from '#contract/calendar.ts'
import type { Figure, Guest, listFigurePeople } from '#contract/followup/analytics.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { PAGE_SIZE, pageFrom, readCursor } from '../../platform/pages.ts'
import { dayIn, instantOf } from '../../platform/runtime/index.ts'
import { selectStages, selectWorkingWeek } from '../lists/index.ts'
import { furthestFor } from './fold.ts'
import { countPeople, selectPeople, type Behind } from './people-store.ts'

const cursorSchema = z.object({ day: calendarDay, id: z.uuid() })

/** The people behind a figure, the latest first; `total` is the figure. Throws `invalid_cursor`, `invalid_input`. */
export async function listPeopleBehind(
  tx: Tx,
  { cursor, limit = PAGE_SIZE, ...figure }: Received<typeof listFigurePeople>['query'],
  at: Date,
): Promise<Answer<typeof listFigurePeople>> {
  const after = readCursor(cursorSchema, cursor)
  const who = await behind(tx, figure, at)
  const total = await countPeople(tx, who)
  const rows = await selectPeople(tx, who, { after, limit: limit + 1 })
  return { ...pageFrom(rows, limit, ({ firstVisitOn, id }: Guest) => ({ day: firstVisitOn, id })), total }
}

/** Throws `invalid_input`. */
export async function behind(tx: Tx, figure: Figure, at: Date): Promise<Behind> {
  const { timeZone } = await selectWorkingWeek(tx)
  if (figure.changedSince) return changedIn(timeZone, figure)
  const { from, until, owner = null, asOf = dayIn(timeZone, at) } = figure
  const furthest = figure.stage === undefined ? null : await reaching(tx, figure.stage)
  return { guests: { from, until, owner, asOf }, figure, furthest }
}

async function reaching(tx: Tx, stageId: number): Promise<number[]> {
  const stages = await selectStages(tx)
  const stage = stages.find(({ id, track }) => id === stageId && track === 'first_timer')
  return stage ? furthestFor(stages, stage) : []
}

function changedIn(timeZone: string, { from, until, changedSince = '' }: Figure): Behind {
  const since = instantOf(timeZone, `${changedSince}T00:00`)
  if (since === null) throw new ApiError('invalid_input', { fields: { changedSince: 'No day that was ever closed.' } })
  return { from, until, since }
}
