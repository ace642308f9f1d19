import * as calls from '#contract/billing/renewal.ts'
import type { Renewal } from '#contract/billing/renewal.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Caller, Serve } from '../../platform/http/index.ts'
import { readRenewal } from './read-renewal.ts'
import { removeSavedCard, switchRenewal, tryNow } from './switch-renewal.ts'

export function renewalRoutes(serve: Serve, context: AppContext): void {
  const { payments: accounts } = context.config
  const answer = (tx: Tx, { tenantId, church }: Caller, at: Date): Promise<Renewal> =>
    readRenewal(tx, tenantId, { church, accounts, at })
  serve(calls.readRenewal, ({ caller, at, transact }) => transact((tx) => answer(tx, caller, at)))
  serve(calls.saveRenewal, ({ body, caller, actor, at, transact }) =>
    transact(async (tx) => {
      const { tenantId, accountId } = caller
      await switchRenewal(tx, context, { tenantId, ...body, accountId, actor, at })
      return answer(tx, caller, at)
    }),
  )
  serve(calls.removeSavedCard, ({ caller, actor, at, transact }) =>
    transact(async (tx) => {
      const { tenantId, accountId } = caller
      await removeSavedCard(tx, context, { tenantId, accountId, actor, at })
      return answer(tx, caller, at)
    }),
  )
  serve(calls.tryRenewal, ({ caller, at, transact }) =>
    transact(async (tx) => {
      await tryNow(tx, context, { tenantId: caller.tenantId, at })
      return answer(tx, caller, at)
    }),
  )
}
