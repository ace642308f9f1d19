import type { checkOut as call } from '#contract/checkin/station.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { ApiError } from '../../platform/http/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { stationOf, type Desk } from '../station/desk.ts'
import { noteRefusal } from '../station/note-refusal.ts'
import { releaseChildren } from '../station/release-children.ts'

type Body = Received<typeof call>['body']
type Released = Answer<typeof call>

/** Lets children go home with a collector; throws as `releaseChildren` does. A station that is none, or no longer, keeps nobody here. */
export async function checkOut(tx: Tx, desk: Desk, body: Body): Promise<Released> {
  const stationId = await stationOf(tx, body.stationId)
  const { released } = await releaseChildren(tx, { ...desk, ...body, actor: desk.custody, stationId })
  return { released }
}

const refusals: readonly string[] = ['wrong_code', 'not_released', 'not_found', 'gone_home', 'second_person']

type About = {
  childIds: readonly string[]
  collectorId: string | null
  eventId: string
  stationId?: string | null | undefined
}

/** Does what lets children go; where it is refused, that stays in the custody log although nothing else does. */
export async function keepingRefusals<T>(
  { database }: Pick<AppContext, 'database'>,
  desk: Desk,
  about: About,
  release: () => Promise<T>,
): Promise<T> {
  try {
    return await release()
  } catch (error) {
    if (error instanceof ApiError && refusals.includes(error.code)) {
      await database.withTenant(desk.tenantId, async (tx) => {
        const stationId = await stationOf(tx, about.stationId)
        await noteRefusal(tx, { ...desk, ...about, actor: desk.custody, stationId }, error)
      })
    }
    throw error
  }
}
