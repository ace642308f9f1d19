import type { PackFamily } from '#contract/checkin/offline.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { collectorsOf } from '../collecting/collectors.ts'
import { stationFamilies } from '../station/station-families.ts'
import { selectPackCodes, selectPackPhones } from './pack-store.ts'

export type Packing = { event: { id: string; day: string }; familyIds: string[]; at: Date }

/** Families with all that a station needs of them, in a handful of questions however many there are. */
export async function packFamilies(tx: Tx, { event, familyIds, at }: Packing): Promise<PackFamily[]> {
  const families = await stationFamilies(tx, { event, familyIds })
  const codes = byFamily(await selectPackCodes(tx, event.id, familyIds))
  const phones = byFamily(await selectPackPhones(tx, familyIds))
  const here = families.map(({ familyId, children }) => ({
    familyId,
    childIds: children.map(({ personId }) => personId),
  }))
  const collectors = await collectorsOf(tx, here, { eventId: event.id, day: event.day, at })
  return families.map((family) => ({
    codes: (codes.get(family.familyId) ?? []).map(({ code }) => code),
    phones: (phones.get(family.familyId) ?? []).map(({ phone }) => phone),
    family,
    collectors: collectors.get(family.familyId) ?? [],
  }))
}

const byFamily = <Row extends { familyId: string }>(rows: readonly Row[]): Map<string, Row[]> =>
  Map.groupBy(rows, ({ familyId }) => familyId)
