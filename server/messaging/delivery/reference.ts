const SHAPE = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.([1-9][0-9]{0,8})$/

/** Names one message of one campaign for the gateway. */
export const referenceOf = (campaignId: string, position: number): string => `${campaignId}.${position}`

export function readReference(reference: string): { campaignId: string; position: number } | null {
  const [, campaignId, position] = SHAPE.exec(reference) ?? []
  return campaignId && position ? { campaignId, position: Number(position) } : null
}
