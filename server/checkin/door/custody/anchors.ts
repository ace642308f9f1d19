import type { compareCustody as call } from '#contract/checkin/custody.ts'
import type { Answer } from '#contract/endpoint.ts'
import { staffWith } from '../../../identity/index.ts'
import { dayIn } from '../../../platform/runtime/index.ts'
import type { TenantId } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { renderEmail } from '../../../platform/mail/index.ts'
import { oneByOne } from '../../../platform/one-by-one.ts'
import { findToAnchor, insertAnchorDay, selectChurchOfLog, selectEnds, takeGrown } from './custody-store.ts'
import { verifyCustody } from './verify-custody.ts'
import { z } from 'zod/mini'
import { defineJob } from '../../../platform/jobs/index.ts'

/** Looks for churches whose logs have grown and where it is evening. */
export const anchorLogsJob = defineJob({ name: 'checkin.anchor-logs', payload: z.object({}) })

/** Mails one owner where the custody logs end. The ends are those of the day, however late it goes out. */
export const mailAnchorsJob = defineJob({
  name: 'checkin.mail-anchors',
  payload: z.object({
    tenantId: z.uuid(),
    accountId: z.uuid(),
    day: z.string(),
    ends: z.array(z.object({ eventId: z.uuid(), number: z.int(), hash: z.string() })),
  }),
})

/**
 * Where a log ended, as it leaves the house: event, number of the last entry, and that entry's hash. Nobody can make another
 * log with the same hash at this place without the installation's secret, and nobody can take the log away unseen.
 */
export const anchorOf = ({ eventId, number, hash }: End): string => `${eventId}:${number}:${hash}`

type End = { eventId: string; number: number; /** In hex. */ hash: string }

const ANCHOR = /\b([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}):(\d{1,9}):([\da-f]{64})\b/gi

/** The anchors in a text, each once, whatever stands around them. */
function anchorsIn(text: string): End[] {
  const found = new Map(
    [...text.matchAll(ANCHOR)].map(([whole, eventId = '', number = '', hash = '']) => [
      whole.toLowerCase(),
      { eventId: eventId.toLowerCase(), number: Number(number), hash: hash.toLowerCase() },
    ]),
  )
  return [...found.values()]
}

/** Holds anchors that were kept elsewhere against the log, which itself is checked as well. */
export async function compareCustody(
  context: Pick<AppContext, 'database' | 'config'>,
  tenantId: TenantId,
  text: string,
): Promise<Answer<typeof call>> {
  const anchors = anchorsIn(text)
  const ends = await context.database.withTenant(tenantId, (tx) => selectEnds(tx, anchors))
  const kept = new Map(ends.map((end) => [`${end.eventId}:${end.number}`, end]))
  const broken = new Map<string, Answer<typeof call>['broken'][number]>()
  const blame = (eventId: string, eventName: string | null, number: number): void => {
    const before = broken.get(eventId)
    if (!before || number < before.number) broken.set(eventId, { eventId, eventName, number })
  }
  for (const { eventId, number, hash } of anchors) {
    const end = kept.get(`${eventId}:${number}`)
    if (end?.hash?.toString('hex') !== hash) blame(eventId, end?.eventName ?? null, number)
  }
  // An entry that stands where it stood proves those before it only while the chain up to it holds.
  const wanted = new Set(anchors.map(({ eventId }) => eventId))
  if (anchors.length > 0)
    for (const { eventId, eventName, number } of (await verifyCustody(context, tenantId)).broken)
      if (wanted.has(eventId)) blame(eventId, eventName, number)
  return { compared: anchors.length, intact: broken.size === 0, broken: [...broken.values()] }
}

type Anchoring = Pick<AppContext, 'database' | 'clock' | 'enqueue' | 'log'>

/** Sends the ends of the logs out of the house, once a church and day, where entries have come. */
export async function anchorLogs(context: Anchoring): Promise<void> {
  const at = context.clock.now()
  const churches = await context.database.withoutTenant((tx) => findToAnchor(tx, at))
  await oneByOne(context, churches, (tenantId) => anchorLogsOf(context, tenantId))
}

async function anchorLogsOf({ database, clock, enqueue }: Anchoring, tenantId: TenantId): Promise<void> {
  const at = clock.now()
  await database.withTenant(tenantId, async (tx) => {
    const church = await selectChurchOfLog(tx)
    if (!church) return
    const day = dayIn(church.timeZone, at)
    if (!(await insertAnchorDay(tx, { tenantId, day, at }))) return
    const ends = (await selectEnds(tx, await takeGrown(tx))).flatMap(({ eventId, number, hash }) =>
      hash ? [{ eventId, number, hash: hash.toString('hex') }] : [],
    )
    if (ends.length === 0) return
    for (const { accountId } of await staffWith(tx, 'church.manage'))
      await enqueue(tx, mailAnchorsJob, { tenantId, accountId, day, ends })
  })
}

type AnchorMail = { tenantId: string; accountId: string; day: string; ends: End[] }

/** Mails an owner the ends of the day; nothing when they are no owner any more. */
export async function mailAnchors(
  { database, sendMail, config }: Pick<AppContext, 'database' | 'sendMail' | 'config'>,
  { tenantId, accountId, day, ends }: AnchorMail,
): Promise<void> {
  const { owner, places, church } = await database.withTenant(tenantId, async (tx) => ({
    owner: (await staffWith(tx, 'church.manage')).find((member) => member.accountId === accountId),
    places: await selectEnds(tx, ends),
    church: await selectChurchOfLog(tx),
  }))
  if (!owner || !church) return
  const names = new Map(places.map(({ eventId, eventName }) => [eventId, eventName]))
  const lines = ends.map((end) => lineOf(end, names.get(end.eventId) ?? 'Event'))
  const on = new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { timeZone: 'UTC', dateStyle: 'long' })
  await sendMail(
    renderEmail({
      to: owner.email,
      subject: `Custody log of ${on}: ${church.name}`,
      paragraphs: [
        `Hello ${owner.firstName},`,
        'Please keep this mail. If anybody ever changes or removes the custody log, even in the database itself, these lines show it.',
        ...lines,
        'To compare, open the custody log, choose Check the log, and paste the lines.',
      ],
      button: { title: 'Open the custody log', link: `${config.publicUrl}/tenant/checkin/custody` },
    }),
  )
}

const lineOf = (end: End, eventName: string): string =>
  `${eventName}, ${end.number} ${end.number === 1 ? 'entry' : 'entries'}: ${anchorOf(end)}`
