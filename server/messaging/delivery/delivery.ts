import type { TenantId } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Gateway } from '../gateways/gateway.ts'
import type { CampaignText } from './campaign-store.ts'

/** One campaign on its way through one gateway. */
export type Delivery = {
  context: AppContext
  gateway: Gateway
  tenantId: TenantId
  campaign: CampaignText
  /** Its records may be older than what the gateway has: nothing is submitted before the gateway was asked. */
  askFirst: boolean
}
