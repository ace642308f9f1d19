import type { Config } from '#server/platform/config/index.ts'
import type { Gateway } from './gateway.ts'
import { httpGateway } from './http-gateway.ts'

export type Gateways = { find: (name: string) => Gateway | null }

/** The gateways of this installation, by the name that a route gives. */
export function openGateways({
  smsGateway,
  publicUrl,
  callbackUrl,
}: Pick<Config, 'smsGateway' | 'publicUrl' | 'callbackUrl'>): Gateways {
  const receiptUrl = `${callbackUrl ?? publicUrl}/api/webhooks/sms/default`
  const byName = new Map<string, Gateway>([['default', httpGateway({ ...smsGateway, receiptUrl })]])
  return { find: (name) => byName.get(name) ?? null }
}
