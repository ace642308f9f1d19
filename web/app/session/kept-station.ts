/** What a station keeps on this device (web/device/vault.ts names it so). */
const PREFIX = 'nx.station.'

/** The churches of which this device was ever a station; null: the browser does not say. */
async function stationsHere(): Promise<string[] | null> {
  if (!('indexedDB' in globalThis)) return []
  try {
    const names = (await indexedDB.databases()).map(({ name = '' }) => name)
    return names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length))
  } catch {
    return null
  }
}

/** What is to be done about the acts that a station has left on this device: loaded only where there may be some. */
export async function loadKeptStation(tenantId: string) {
  const stations = await stationsHere()
  if (stations && !stations.includes(tenantId)) return null
  return import('../../checkin/unsent/index.ts').catch(() => null)
}

/** Nobody is signed in any more: what stations kept of their day goes from this device. What is not sent stays, sealed. */
export async function forgetDay(): Promise<void> {
  const stations = await stationsHere()
  if (!stations || stations.length === 0) return
  const kept = await import('../../checkin/unsent/index.ts').catch(() => null)
  await kept?.forgetPacks(stations).catch(() => undefined)
}
