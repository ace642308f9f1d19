import { RECIPIENTS_MAX } from '#contract/messaging/sms.ts'
import { availableUnits, holdUnits } from '../../billing/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import type { Audience } from './audience.ts'
import {
  correctSegments,
  insertCampaign,
  insertParts,
  insertOneRecipient,
  insertRecipients,
  lockResends,
  resizeCampaign,
  type CampaignPart,
  type CampaignSize,
  type CampaignWays,
  type NewCampaign,
} from './campaign-store.ts'
import { enqueueDelivery } from './delivery-job.ts'
import { unitsFor, unitsForAll } from './rate.ts'
import type { NameCount } from './audience-store.ts'
import { insertFewRecipients, type NamedRecipients, type Recipient } from './few-recipients-store.ts'
import { scheduler } from 'node:timers/promises'

/** Writing so many recipients takes longer than asking whether there are units for them. */
const MANY = 1_000

/** How many segments the text has for somebody of this first name: what a message weighs on its channel. */
export type SegmentsFor = (firstName: string) => number

type TakingOn = {
  audience: Audience
  /** First names among the audience, as they were counted, and of few who they are. */
  names: readonly NamedRecipients[]
  segmentsFor: SegmentsFor
  /** By which routes its recipients go, the first of them the campaign's; left out: all by that. */
  ways?: CampaignWays
  /** The units the sender agreed to; null: whatever it costs. */
  quotedUnits: number | null
  /** The gateway may have it already: it was to go some time ago, and our records may be older than that. */
  askFirst?: boolean
}

/**
 * Takes a campaign on: its row, its recipients and the hold of its units, then a job that delivers it. Throws
 * `no_recipients`, `too_many_recipients`, `quote_changed` or `not_enough_units`, and then nothing has happened.
 */
export async function takeOnCampaign(
  tx: Tx,
  enqueue: Enqueue,
  campaign: NewCampaign,
  taking: TakingOn,
): Promise<CampaignSize> {
  const { tenantId } = campaign
  const count = await countSegments(taking.segmentsFor, taking.names)
  const ways = waysOf(campaign, taking)
  const size = sizeOf(ways, count)
  const { recipients, units } = size
  // Spares the work of writing very many rows for a send that cannot go; the hold of the units is what decides.
  if (recipients > RECIPIENTS_MAX) throw new ApiError('too_many_recipients')
  if (recipients > MANY && (await availableUnits(tx, tenantId)) < units) throw new ApiError('not_enough_units')
  if (recipients === 0) throw new ApiError('no_recipients')
  const { askFirst } = taking
  const few = namedIn(taking.names, ways, count)
  if (!few) {
    const written = await writeMany(tx, campaign, { ...taking, ways }, count)
    if (isAnother(taking, written)) throw new ApiError('quote_changed')
    await holdAndDeliver(tx, enqueue, campaign, { units: written.units, askFirst })
    return written
  }
  if (isAnother(taking, size)) throw new ApiError('quote_changed')
  // All of it travels together.
  await Promise.all([
    insertCampaign(tx, campaign, size, taking.audience.destination),
    insertFewRecipients(tx, campaign, few),
    insertParts(tx, campaign, partsOf(ways, count)),
    holdAndDeliver(tx, enqueue, campaign, { units: size.units, askFirst }),
  ])
  return size
}

const isAnother = ({ quotedUnits }: TakingOn, { units }: CampaignSize): boolean =>
  quotedUnits !== null && units !== quotedUnits

/** Takes on a campaign of one message to one address, whose text has so many segments. The units are there. */
export async function takeOnOne(
  tx: Tx,
  enqueue: Enqueue,
  campaign: NewCampaign,
  one: { address: string; firstName?: string; segments: number },
): Promise<{ units: number }> {
  const { tenantId, id: campaignId, at, route } = campaign
  const { address, firstName = '', segments } = one
  const units = unitsFor(segments, route.rate)
  await Promise.all([
    insertCampaign(tx, campaign, { recipients: 1, segments, units }, null),
    insertOneRecipient(tx, { tenantId, campaignId, address, firstName, segments, at }),
  ])
  await holdAndDeliver(tx, enqueue, campaign, { units })
  return { units }
}

async function holdAndDeliver(
  tx: Tx,
  enqueue: Enqueue,
  campaign: NewCampaign,
  { units, askFirst = false }: { units: number; askFirst?: boolean | undefined },
): Promise<void> {
  const { tenantId, id: campaignId, purpose, at } = campaign
  // The job does not wait for the answer to the hold: where there are not so many units, nothing of both remains.
  await Promise.all([
    holdUnits(tx, enqueue, { tenantId, units, reference: campaignId, at }),
    enqueueDelivery(tx, enqueue, { tenantId, campaignId, purpose, askFirst }),
  ])
}

const waysOf = ({ route }: NewCampaign, { ways }: Pick<TakingOn, 'ways'>): CampaignWays =>
  ways ?? { routes: [route], wayOf: () => 0 }

function sizeOf(ways: CampaignWays, { lines, segments, byPrefix }: SegmentCount): CampaignSize {
  const recipients = lines.reduce((sum, line) => sum + line.people, 0)
  return { recipients, segments, units: unitsForAll(weighed(ways, byPrefix)) }
}

type Weight = { people: number; segments: number }

/** How many go by each route, and how many segments those are. */
export function weighed<Route extends Pick<CampaignWays['routes'][number], 'rate'>>(
  { routes, wayOf }: { routes: readonly Route[]; wayOf: (letters: string) => number },
  byPrefix: ReadonlyMap<string, Weight>,
): (Weight & { rate: Route['rate']; route: Route })[] {
  const parts = routes.map((route) => ({ route, rate: route.rate, people: 0, segments: 0 }))
  for (const [prefix, { people, segments }] of byPrefix) {
    const part = parts[wayOf(prefix)]
    if (!part) continue
    part.people += people
    part.segments += segments
  }
  return parts
}

/** The recipients of each route stand behind each other; none where all go by one. */
function partsOf(ways: CampaignWays, { byPrefix }: SegmentCount): CampaignPart[] {
  if (ways.routes.length === 1) return []
  let through = 0
  const parts = weighed(ways, byPrefix).map(({ route, people }) => {
    const firstPosition = through + 1
    through += people
    return { firstPosition, lastPosition: through, route }
  })
  return parts.filter(({ firstPosition, lastPosition }) => lastPosition >= firstPosition)
}

/** Writes a campaign of many and its recipients as they are by now; answers how many they came to. */
async function writeMany(
  tx: Tx,
  campaign: NewCampaign,
  { audience, segmentsFor, ways }: Pick<TakingOn, 'audience' | 'segmentsFor'> & { ways: CampaignWays },
  count: SegmentCount,
): Promise<CampaignSize> {
  const expected = sizeOf(ways, count)
  const resendOf = audience.failedOf ? await lockResends(tx, audience.failedOf) : null
  // The second follows the first on the same connection without waiting for its answer.
  const [, written] = await Promise.all([
    insertCampaign(tx, { ...campaign, resendOf }, expected, audience.destination),
    insertRecipients(tx, campaign, audience, { ...count, ways: { ...ways, beginnings: count.byPrefix.keys() } }),
  ])
  // People may have come, gone or been renamed since they were counted: what was written decides.
  const wrong = written.filter(({ firstName, segments }) => segmentsFor(firstName) !== segments)
  if (wrong.length > 0)
    await correctSegments(tx, campaign.id, new Map(wrong.map(({ firstName }) => [firstName, segmentsFor(firstName)])))
  const found = await countSegments(segmentsFor, written)
  const size = sizeOf(ways, found)
  if (size.recipients === 0) throw new ApiError('no_recipients')
  if (size.recipients !== expected.recipients || size.segments !== expected.segments)
    await resizeCampaign(tx, campaign.id, size)
  await insertParts(tx, campaign, partsOf(ways, found))
  return size
}

/** The recipients that came with their names, those of one route behind each other; null: they are too many. */
function namedIn(
  names: readonly NamedRecipients[],
  { wayOf }: Pick<CampaignWays, 'wayOf'>,
  { segmentsByName, usual }: SegmentCount,
): Recipient[] | null {
  const named: (Recipient & { way: number })[] = []
  for (const { firstName, prefix, addresses, fullNames } of names) {
    if (!addresses) return null
    const [segments, way] = [segmentsByName.get(firstName) ?? usual, wayOf(prefix)]
    for (const [nth, address] of addresses.entries())
      named.push({ address, name: fullNames?.[nth] ?? '', firstName, segments, way })
  }
  return named.sort((one, other) => one.way - other.way || (one.address < other.address ? -1 : 1))
}

export type SegmentCount = {
  segmentsByName: Map<string, number>
  /** What most recipients get. */
  usual: number
  segments: number
  /** People by number of pages, fewest pages first. */
  lines: { people: number; pages: number }[]
  /** By the beginning of their numbers. */
  byPrefix: Map<string, Weight>
}

/** Names counted before other requests get a turn: some milliseconds. */
const NAMES_A_TURN = 500

/** Counts each different first name once, after personalisation. */
export async function countSegments(segmentsFor: SegmentsFor, names: readonly NameCount[]): Promise<SegmentCount> {
  const segmentsByName = new Map<string, number>()
  const people = new Map<number, number>()
  const byPrefix = new Map<string, Weight>()
  let segments = 0
  for (const [index, name] of names.entries()) {
    if (index % NAMES_A_TURN === NAMES_A_TURN - 1) await scheduler.yield()
    const pages = segmentsByName.get(name.firstName) ?? segmentsFor(name.firstName)
    segmentsByName.set(name.firstName, pages)
    people.set(pages, (people.get(pages) ?? 0) + name.people)
    const before = byPrefix.get(name.prefix) ?? { people: 0, segments: 0 }
    byPrefix.set(name.prefix, {
      people: before.people + name.people,
      segments: before.segments + pages * name.people,
    })
    segments += pages * name.people
  }
  const lines = [...people].map(([pages, count]) => ({ pages, people: count })).sort((a, b) => a.pages - b.pages)
  const usual = lines.reduce((most, line) => (line.people > most.people ? line : most), { pages: 1, people: 0 }).pages
  return { segmentsByName, usual, segments, lines, byPrefix }
}
