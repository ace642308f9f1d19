import type { verifyCustody as call } from '#contract/checkin/custody.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Tx } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { BEFORE_THE_FIRST, chainKey, hashEntry, isSame, linkAfter } from './chain.ts'
import { selectEntriesBehind, selectHeads, type EventHead } from './custody-list-store.ts'

/** Some milliseconds of hashing: the server answers others in between. */
const PORTION = 2_000

type Checked = { entries: number; brokenAt: number | null }

/** Goes through the whole log, event by event, each as it stood at one instant, and names the first place of each at fault. */
export async function verifyCustody(
  { database, config }: Pick<AppContext, 'database' | 'config'>,
  tenantId: string,
): Promise<Answer<typeof call>> {
  const key = chainKey(config.secretKey)
  return database.withTenant(
    tenantId,
    async (tx) => {
      let entries = 0
      const broken: Answer<typeof call>['broken'] = []
      for (const head of await selectHeads(tx)) {
        const checked = await checkEvent(tx, key, head)
        entries += checked.entries
        const { eventId, eventName } = head
        if (checked.brokenAt !== null) broken.push({ eventId, eventName, number: checked.brokenAt })
      }
      return { entries, intact: broken.length === 0, broken }
    },
    { snapshot: true },
  )
}

async function checkEvent(tx: Tx, key: Buffer, head: EventHead): Promise<Checked> {
  let entries = 0
  let number = 0
  let link: Buffer = BEFORE_THE_FIRST
  let brokenAt: number | null = null
  for (;;) {
    const portion = await selectEntriesBehind(tx, { eventId: head.eventId, number, limit: PORTION })
    for (const entry of portion) {
      const isNext = entry.number === number + 1
      if (!isNext) brokenAt ??= number + 1
      else if (!isSame(hashEntry(key, link, entry), entry.hash)) brokenAt ??= entry.number
      number = entry.number
      link = linkAfter(key, number, entry.hash)
    }
    entries += portion.length
    if (portion.length < PORTION) break
  }
  return { entries, brokenAt: brokenAt ?? faultOfEnd(head, { number, link }) }
}

/** The place behind the last entry, when the head tells of others, or there is none. Null: the end is the end. */
function faultOfEnd(
  { entries, link: kept }: EventHead,
  { number, link }: { number: number; link: Buffer },
): number | null {
  const isEnd = entries === number && kept !== null && isSame(kept, link)
  return isEnd ? null : Math.min(number, entries ?? number) + 1
}
