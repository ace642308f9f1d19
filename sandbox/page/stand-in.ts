import type { FastifyInstance } from 'fastify'
import type { Html } from './html.ts'

/** One provider that the sandbox stands in for. A further provider is a further folder that makes one of these. */
export type StandIn = {
  /** Its own wire protocol, and `/_sandbox/<name>` with what arrived. */
  routes(app: FastifyInstance): Promise<void>
  tab: Tab
  close(): Promise<void>
}

/** Its part of the page. `show` stands in the address: `/?show=sms`. */
export type Tab = {
  show: string
  label: string
  /** Left out: there is nothing to count, and the page stays as it is. */
  count?(): number
  render(now: Date): Html
}
