import { z } from 'zod/mini'
import type { Answer, Received } from '#contract/endpoint.ts'
import { listStoppedAddresses, releaseStoppedAddress } from '#contract/messaging/stopped-addresses.ts'
import { audit } from '../../identity/index.ts'
import { countStopped, releaseAddress, selectStopped } from '../../people/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Serve } from '../../platform/http/index.ts'
import { cursorText, PAGE_SIZE, pageFrom, readCursor } from '../../platform/pages.ts'

/** An instant as we write it, and one that PostgreSQL knows. */
const instant = z.string().check(z.refine((text) => text >= '1970' && new Date(text).toISOString() === text))
const stopKey = z.object({ at: instant, address: cursorText })

/** Addresses that are stopped because of what came back, whoever has them, and letting emails go there again. */
export function stoppedAddressRoutes(serve: Serve): void {
  serve(listStoppedAddresses, ({ query, read }) => read((tx) => list(tx, query)))

  serve(releaseStoppedAddress, ({ caller: { tenantId, accountId }, actor, body, at, transact }) =>
    transact(async (tx) => {
      const address = body.address.trim().toLowerCase()
      const { reason } = body
      const released = await releaseAddress(tx, { address, accountId, reason, at })
      if (released) await audit(tx, tenantId, actor, { act: 'email.address_released', details: { reason }, at })
      return { released }
    }),
  )
}

async function list(
  tx: Tx,
  { search = '', cursor, limit = PAGE_SIZE }: Received<typeof listStoppedAddresses>['query'],
): Promise<Answer<typeof listStoppedAddresses>> {
  const wanted = search.trim()
  const rows = await selectStopped(tx, { search: wanted, after: readCursor(stopKey, cursor), limit: limit + 1 })
  const { items, nextCursor } = pageFrom(rows, limit, ({ at, address }) => ({ at: at.toISOString(), address }))
  return {
    items: items.map((row) => ({ ...row, at: row.at.toISOString() })),
    total: await countStopped(tx, wanted),
    nextCursor,
  }
}
