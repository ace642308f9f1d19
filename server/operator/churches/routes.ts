import * as calls from '#contract/operator/churches.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Serve, Actor, Download } from '../../platform/http/index.ts'
import { askForSecond } from '../changes/ask-for-second.ts'
import { lockInstallation } from '../changes/change-store.ts'
import { changeSubscription } from './change-subscription.ts'
import { listChurches, readConsoleChurch, churchFilter, presentChurch, USUAL_SORT } from './list-churches.ts'
import type { Received } from '#contract/endpoint.ts'
import type { exportChurches as call, ConsoleChurch } from '#contract/operator/churches.ts'
import type { Tx } from '../../platform/database/index.ts'
import { cursorPages, exportList, type ExportColumn } from '../../platform/exports/index.ts'
import { noteOperatorAct } from '../log/note-operator-act.ts'
import { everyChurch } from './church-store.ts'

type Wanted = { query: Received<typeof call>['query']; operatorId: string; actor: Actor; at: Date }

const gateWords: Record<ConsoleChurch['gate'], string> = {
  open: 'Open',
  expired: 'Expired',
  over_capacity: 'Over capacity',
}

const columns: readonly ExportColumn<ConsoleChurch>[] = [
  { id: 'name', heading: 'Name', value: ({ name }) => name },
  { id: 'city', heading: 'City', value: ({ city }) => city },
  { id: 'country', heading: 'Country', value: ({ isoCode }) => isoCode },
  { id: 'plan', heading: 'Plan', value: ({ planName }) => planName },
  { id: 'expires', heading: 'Expires', value: ({ expiresOn }) => expiresOn },
  { id: 'gate', heading: 'Status', value: ({ gate }) => gateWords[gate] },
  { id: 'people', heading: 'People', value: ({ people }) => people },
  { id: 'membershipSize', heading: 'Plan size', value: ({ membershipSize }) => membershipSize },
  { id: 'units', heading: 'SMS units', value: ({ units }) => units },
  { id: 'created', heading: 'Signed up', value: ({ createdAt }) => createdAt.slice(0, 10) },
  { id: 'lastActive', heading: 'Last active', value: ({ lastActiveAt }) => lastActiveAt },
]

/** The churches that match as a file. */
function exportChurches(
  { database }: Pick<AppContext, 'database'>,
  { query, operatorId, actor, at }: Wanted,
): Promise<Download> {
  return exportList({
    database,
    scope: { operatorId },
    query,
    name: 'churches',
    columns,
    pages: (tx) => pages(tx, query, at),
    note: (tx, rows) =>
      noteOperatorAct(tx, actor, { act: 'churches.exported', details: { format: query.format, rows }, at }),
    at,
  })
}

async function* pages(tx: Tx, query: Wanted['query'], at: Date): AsyncGenerator<readonly ConsoleChurch[]> {
  const filter = await churchFilter(tx, query, at)
  for await (const page of cursorPages(tx, everyChurch(filter, query.sort ?? USUAL_SORT)))
    yield page.map((church) => presentChurch(church, at))
}

export function churchRoutes(serve: Serve, context: AppContext): void {
  serve(calls.listChurches, ({ query, at, transact }) => transact((tx) => listChurches(tx, query, at)))
  serve(calls.exportChurches, ({ query, operator, actor, at }) =>
    exportChurches(context, { query, operatorId: operator.operatorId, actor, at }),
  )
  serve(calls.readConsoleChurch, ({ params, at, transact }) => transact((tx) => readConsoleChurch(tx, params.id, at)))
  serve(calls.changeSubscription, ({ params, body, operator: { operatorId }, actor, at }) =>
    context.database.withOperator({ operatorId, tenantId: params.id }, async (tx) => {
      const { reason, ...term } = body
      await lockInstallation(tx)
      return askForSecond(tx, context, changeSubscription, {
        wanted: { tenantId: params.id, ...term },
        reason,
        actor,
        at,
      })
    }),
  )
}
