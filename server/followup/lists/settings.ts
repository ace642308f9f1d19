import type { changeFollowupSettings as call, FollowupSettings } from '#contract/followup/settings.ts'
import type { Received } from '#contract/endpoint.ts'
import { audit } from '../../identity/index.ts'
import { cleanName } from '../../people/index.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError, type Actor } from '../../platform/http/index.ts'
import {
  insertSources,
  insertStages,
  lockLists,
  selectSources,
  selectStages,
  selectWorkingWeek,
  updateSource,
  updateStage,
  updateWorkingWeek,
} from './list-store.ts'

type Body = Received<typeof call>['body']
type Changing = { tenantId: TenantId; actor: Actor; at: Date }
type Listed = { id?: number | undefined; name: string }
type Kept = { id: number; name: string; position: number; isRetired: boolean }

export async function readSettings(tx: Tx): Promise<FollowupSettings> {
  const { untouchedHours, workDays, workFrom, workUntil } = await selectWorkingWeek(tx)
  const lists = { stages: await selectStages(tx), sources: await selectSources(tx) }
  return { ...lists, untouchedHours, workDays, workFrom, workUntil }
}

/** One change at a time. Throws `invalid_input`, `not_found` for an id of no list, `name_taken`. */
export async function changeSettings(tx: Tx, changing: Changing, body: Body): Promise<FollowupSettings> {
  const { tenantId, actor, at } = changing
  await lockLists(tx)
  if (body.stages) await changeStages(tx, changing, body.stages)
  if (body.sources) await changeSources(tx, changing, body.sources)
  if (body.hours) await changeHours(tx, body.hours)
  const details = { fields: Object.keys(body) }
  await audit(tx, tenantId, actor, { act: 'followup.settings_changed', details, at })
  return readSettings(tx)
}

async function changeStages(tx: Tx, { tenantId, at }: Changing, { track, items }: NonNullable<Body['stages']>) {
  const all = await selectStages(tx)
  const { added, kept } = arranged(
    items,
    all.filter((stage) => stage.track === track),
    all,
  )
  const lost = kept.find(
    ({ id, isRetired }) => isRetired && all.some((stage) => stage.id === id && stage.meaning !== null),
  )
  if (lost)
    throw new ApiError('invalid_input', { fields: { stages: `${lost.name} cannot be removed. Rename it instead.` } })
  await writeKept(kept, all, (stage) => updateStage(tx, { ...stage, at }))
  const fresh = added.map((stage) => ({ ...stage, track, meaning: null, isRetired: false }))
  if (fresh.length > 0) await insertStages(tx, tenantId, fresh)
}

async function changeSources(tx: Tx, { tenantId, at }: Changing, items: readonly Listed[]) {
  const all = await selectSources(tx)
  const { added, kept } = arranged(items, all, all)
  await writeKept(kept, all, (source) => updateSource(tx, { ...source, at }))
  if (added.length > 0)
    await insertSources(
      tx,
      tenantId,
      added.map((source) => ({ ...source, isRetired: false })),
    )
}

/** An entry that leaves or gets another name frees its old name first, so that another entry can take it in the same change. */
async function writeKept(kept: readonly Kept[], all: readonly Kept[], write: (entry: Kept) => Promise<void>) {
  const before = new Map(all.map((entry) => [entry.id, entry]))
  for (const { id, name, isRetired } of kept) {
    const old = before.get(id)
    if (old && !old.isRetired && (isRetired || old.name !== name)) await write({ ...old, isRetired: true })
  }
  for (const entry of kept) await write(entry)
}

/** The list as it is to be: those that stay in their new places, those that are left out as retired, and the new ones. */
function arranged(items: readonly Listed[], mine: readonly Kept[], all: readonly Kept[]) {
  const names = items.map(({ name }) => cleanName(name))
  if (names.includes('')) throw new ApiError('invalid_input', { fields: { name: 'A name is needed.' } })
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) throw new ApiError('name_taken')
  if (items.some(({ id }) => id !== undefined && !mine.some((one) => one.id === id))) throw new ApiError('not_found')
  let next = Math.max(0, ...all.map(({ id }) => id))
  const placed = items.map(({ id }, index) => ({ id, name: names[index] ?? '', position: index + 1 }))
  const added = placed.flatMap(({ id, ...one }) => (id === undefined ? [{ ...one, id: ++next }] : []))
  const staying = placed.flatMap(({ id, ...one }) => (id === undefined ? [] : [{ ...one, id, isRetired: false }]))
  const retired = mine
    .filter(({ id }) => !staying.some((one) => one.id === id))
    .map((one) => ({ ...one, position: positionOfRetired(one, { mine, staying }), isRetired: true }))
  return { added, kept: [...staying, ...retired] }
}

/**
 * A retired stage shares the position of the open one that it came after. With its old number it would lie beside a later stage,
 * and whoever stood in it would count as having reached that one.
 */
function positionOfRetired(
  retired: Kept,
  { mine, staying }: { mine: readonly Kept[]; staying: readonly Kept[] },
): number {
  const cameBefore = ({ id }: Kept): boolean => {
    const position = mine.find((one) => one.id === id)?.position ?? 0
    return retired.isRetired ? position <= retired.position : position < retired.position
  }
  return Math.max(0, ...staying.filter(cameBefore).map(({ position }) => position))
}

async function changeHours(tx: Tx, hours: NonNullable<Body['hours']>) {
  if (hours.workFrom >= hours.workUntil)
    throw new ApiError('invalid_input', { fields: { workUntil: 'Choose a later time.' } })
  await updateWorkingWeek(tx, { ...hours, workDays: [...new Set(hours.workDays)].toSorted((a, b) => a - b) })
}
