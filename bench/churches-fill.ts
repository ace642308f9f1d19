/** Fills an installation: some churches by the product's own acts, the others as copies of them. */
import { randomUUID } from 'node:crypto'
import { hashToken, newToken } from '#server/identity/index.ts'
import { runSchedules } from './churches-schedules.ts'
import { findDoors, openCopier, sizeOf, type Copy, type Installation } from './churches-store.ts'
import { report } from './figures.ts'
import { timed, type Stage } from './stage.ts'
import { deliverAll, makeTemplate, openInstallation } from './template-church.ts'

export const PEOPLE = 500
/** Different ones, of which the others are copies. */
const TEMPLATES = 4
const COPIED_AT_ONCE = 50
/** So many churches are asked, spread over all. */
const ASKED = 400

export async function fill(stage: Stage, what: string, churches: number): Promise<Installation> {
  const templates: { tenantId: string; token: string }[] = []
  await openInstallation(stage)
  for (let seed = 1; seed <= Math.min(TEMPLATES, churches); seed += 1)
    templates.push(await makeTemplate(stage, seed, PEOPLE))
  await deliverAll(stage)
  // As a church is whose background work is done: copied before, it would be waiting in each of them.
  await runSchedules(stage)
  await stage.look('vacuum analyze')
  const before = await sizeOf(stage.look)
  const copies = Array.from({ length: churches - templates.length }, (_, nth) => ({
    tenantId: randomUUID(),
    token: newToken(),
    nth: nth + 1,
  }))
  const filling = await timed(() => copyAll(stage, templates, copies))
  const settling = await timed(() => stage.look('vacuum analyze'))
  if (copies.length > 0) await tellOfFilling(stage, { what, copies: copies.length, before, filling, settling })
  const all = [...templates, ...copies]
  const asked = all.filter((_, nth) => nth % Math.max(1, Math.floor(all.length / ASKED)) === 0).slice(0, ASKED)
  const tokens = new Map(asked.map(({ tenantId, token }) => [tenantId, token]))
  const found = await findDoors(stage.look, [...tokens.keys()])
  return { what, stage, churches, doors: found.map((door) => ({ ...door, token: tokens.get(door.tenantId) ?? '' })) }
}

type Copied = Omit<Copy, 'tokenHash'> & { token: string }

async function copyAll({ ownerUrl, look }: Stage, templates: { tenantId: string }[], copies: Copied[]): Promise<void> {
  const { copy, close } = await openCopier(ownerUrl)
  const withHash = copies.map(({ token, ...one }) => ({ ...one, tokenHash: hashToken(token) }))
  for (const [of, template] of templates.entries()) {
    const own = withHash.filter(({ nth }) => nth % templates.length === of)
    for (let from = 0; from < own.length; from += COPIED_AT_ONCE)
      await copy(template.tenantId, own.slice(from, from + COPIED_AT_ONCE))
  }
  await close()
  await look('select tidy_directory(now())')
}

type Filling = {
  what: string
  copies: number
  before: { bytes: number }
  filling: { ms: number }
  settling: { ms: number }
}

async function tellOfFilling({ look }: Stage, { what, copies, before, filling, settling }: Filling): Promise<void> {
  const { bytes, largest } = await sizeOf(look)
  const each = (bytes - before.bytes) / copies / 1e6
  report(`filled, ${what}`, `${seconds(filling.ms)}, vacuum and statistics ${seconds(settling.ms)}`, null)
  report('  size of the database', `${(bytes / 1e9).toFixed(2)} GB, a church ${each.toFixed(2)} MB`, null)
  const told = largest.map(
    ({ table, megabytes, rows }) => `${table} ${megabytes.toFixed(0)} MB ${(rows / 1e6).toFixed(2)} M`,
  )
  console.log(`    ${told.join(', ')}`)
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
