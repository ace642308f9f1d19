import type { TenantId } from '#server/platform/database/index.ts'
import type { House } from '#server/platform/house.ts'
import type { Gateway } from '../gateways/gateway.ts'
import type { CampaignText } from './campaign-store.ts'

/** One campaign on its way through one gateway. */
export type Delivery = {
  house: House
  gateway: Gateway
  tenantId: TenantId
  campaign: CampaignText
  /** Its records may be older than what the gateway has: nothing is submitted before the gateway was asked. */
  askFirst: boolean
}
