/** What a station keeps on this device (web/lib/vault.ts names it so). */
const nameOf = (tenantId: string): string => `nx.station.${tenantId}`

/** Whether this device was ever a station of the church; browsers that cannot say so count as one. */
async function isStation(tenantId: string): Promise<boolean> {
  if (!('indexedDB' in globalThis)) return false
  try {
    return (await indexedDB.databases()).some(({ name }) => name === nameOf(tenantId))
  } catch {
    return true
  }
}

/** What is to be done about the acts that a station has left on this device: loaded only where there may be some. */
export async function loadKeptStation(tenantId: string) {
  if (!(await isStation(tenantId))) return null
  return import('../checkin/unsent/index.ts').catch(() => null)
}
