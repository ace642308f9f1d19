import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { checked } from './input.ts'
import type { Newest } from './newest.ts'

type Filters<T> = Record<string, (item: T, wanted: string) => boolean>
type Inbox<T> = {
  name: string
  kept: Newest<T>
  capacity: number
  filters: Filters<T>
  /** The thing as JSON shows it. */
  present(item: T): object
  clear(): void
}

/** `GET /_sandbox/<name>?limit=…` with the filters given, and `DELETE /_sandbox/<name>`. */
export function inboxRoutes<T>(app: FastifyInstance, inbox: Inbox<T>): void {
  const filterNames = Object.keys(inbox.filters)
  const query = z.strictObject({
    limit: z.coerce.number().int().min(1).max(inbox.capacity).default(50),
    ...Object.fromEntries(filterNames.map((name) => [name, z.string().optional()])),
  })
  app.get(`/_sandbox/${inbox.name}`, (request) => {
    const { limit, ...wanted } = checked(query, request.query)
    return newestMatching(inbox, z.record(z.string(), z.string().optional()).parse(wanted), limit)
  })
  app.delete(`/_sandbox/${inbox.name}`, () => {
    inbox.clear()
    return { total: 0, items: [] }
  })
}

function newestMatching<T>(inbox: Inbox<T>, wanted: Record<string, string | undefined>, limit: number) {
  const items: object[] = []
  let total = 0
  for (const item of inbox.kept.newestFirst()) {
    if (!matches(inbox.filters, item, wanted)) continue
    total++
    if (items.length < limit) items.push(inbox.present(item))
  }
  return { total, items }
}

const matches = <T>(filters: Filters<T>, item: T, wanted: Record<string, string | undefined>): boolean =>
  Object.entries(filters).every(([name, fits]) => {
    const value = wanted[name]
    return value === undefined || fits(item, value)
  })
