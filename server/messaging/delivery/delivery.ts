import type { TenantId } from '#server/platform/database/index.ts'
import type { House } from '#server/platform/house.ts'
import type { Gateway } from '../gateways/gateway.ts'
import type { CampaignText } from './batch-store.ts'

/** One campaign on its way through one gateway. */
export type Delivery = { house: House; gateway: Gateway; tenantId: TenantId; campaign: CampaignText }
