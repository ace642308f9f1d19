import { randomUUID } from 'node:crypto'
import { unitsRunLow } from '../../billing/index.ts'
import { selectWithoutCategory } from '../../people/index.ts'
import { selectPersonsOfAccounts } from './device-store.ts'
import { sendPush } from './send-push.ts'

/** Later than this it stands in the mail, and on the dashboard. */
const NEWS_MS = 12 * 60 * 60 * 1000

/** Those who keep the church's money are told on their devices too, unless they switched that off. */
export const tellOfLowUnits = unitsRunLow.reaction(
  async (tx, { tenantId, accountIds, churchName, left, enqueue, at }) => {
    const keepers = await selectPersonsOfAccounts(tx, accountIds)
    const off = await selectWithoutCategory(tx, keepers, 'units')
    await sendPush(
      tx,
      enqueue,
      {
        tenantId,
        personIds: keepers.filter((id) => !off.includes(id)),
        title: churchName,
        body: left === 1 ? '1 SMS unit left.' : `${left.toLocaleString('en-US')} SMS units left.`,
        path: '/tenant/units',
        about: `units of ${tenantId}`,
        reference: randomUUID(),
        expiresAt: new Date(at.getTime() + NEWS_MS),
        otherwise: null,
      },
      at,
    )
  },
)
