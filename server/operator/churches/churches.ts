import * as calls from '#contract/operator/churches.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { type Serve, type Actor, type Download, ApiError } from '../../platform/http/index.ts'
import { askForSecond, confirmedAct, changesOf, lockInstallation } from '../changes/index.ts'
import type { Received, Answer } from '#contract/endpoint.ts'
import type {
  exportChurches as call,
  ConsoleChurch,
  listChurches as listChurchesCall,
} from '#contract/operator/churches.ts'
import type { Tx } from '../../platform/database/index.ts'
import { cursorPages, exportList, type ExportColumn } from '../../platform/exports/index.ts'
import { daysGivenAlone, noteOperatorAct } from '../log/index.ts'
import {
  everyChurch,
  placeOf,
  type ChurchSort,
  countChurches,
  selectChurch,
  selectChurches,
  selectZones,
  type ChurchFilter,
  type ChurchRecord,
} from './church-store.ts'
import { z } from 'zod/mini'
import { daysGivenSince, extendSubscription, grantDays, lastDayWith, readTimeLine } from '../../billing/index.ts'
import { selectPlan } from '../settings/index.ts'
import { gateOf, graceBegins } from '../../identity/index.ts'
import { dayIn } from '../../platform/runtime/index.ts'
import { foldText } from '../../platform/fold-text.ts'
import { cursorText, PAGE_SIZE, pageFrom, readCursor } from '../../platform/pages.ts'

type Query = Received<typeof listChurchesCall>['query']

const id = z.uuid()
type Place = { place: string | number; id: string }
const byText: z.ZodMiniType<Place> = z.object({ place: cursorText, id })
const byNumber: z.ZodMiniType<Place> = z.object({ place: z.int(), id })

/** The order of a list that asks for none. */
const USUAL_SORT: ChurchSort = 'name'

/** Churches of the installation that match, one page of them. */
async function listChurches(tx: Tx, query: Query, at: Date): Promise<Answer<typeof listChurchesCall>> {
  const { sort = USUAL_SORT, cursor, limit = PAGE_SIZE } = query
  const after = readCursor(placeOf(sort).by === 'name' ? byText : byNumber, cursor)
  const filter = await churchFilter(tx, query, at)
  const rows = await selectChurches(tx, filter, { sort, after, limit: limit + 1 })
  const { items, nextCursor } = pageFrom(rows, limit, ({ place, id: churchId }) => ({ place, id: churchId }))
  return { items: items.map((church) => presentChurch(church, at)), total: await countChurches(tx, filter), nextCursor }
}

/** One church; throws `not_found`. */
async function readConsoleChurch(tx: Tx, churchId: string, at: Date): Promise<ConsoleChurch> {
  const church = await selectChurch(tx, churchId)
  if (!church) throw new ApiError('not_found')
  return presentChurch(church, at)
}

/**
 * What the list asks the database. Days are counted here, zone by zone: the database has zones of its own, of another
 * year perhaps, and the list must say of a church what its own gate says.
 */
async function churchFilter(
  tx: Tx,
  { search = '', gate, isoCode }: ListChurchesWanted,
  at: Date,
): Promise<ChurchFilter> {
  const today = (await selectZones(tx)).map((timeZone) => ({
    timeZone,
    day: dayIn(timeZone, at),
    graceBegins: graceBegins(timeZone, at),
  }))
  return { words: foldText(search).split(' ').filter(Boolean), gate: gate ?? null, isoCode: isoCode ?? null, today }
}

type ListChurchesWanted = Pick<Query, 'search' | 'gate' | 'isoCode'>

const presentChurch = ({ createdAt, lastActiveAt, ...church }: ChurchRecord, at: Date): ConsoleChurch => ({
  id: church.id,
  name: church.name,
  city: church.city,
  isoCode: church.isoCode,
  currency: church.currency,
  planId: church.planId,
  planName: church.planName,
  membershipSize: church.membershipSize,
  people: church.people,
  expiresOn: church.expiresOn,
  gate: gateOf(church, at).gate,
  units: church.units,
  createdAt: createdAt.toISOString(),
  lastActiveAt: lastActiveAt?.toISOString() ?? null,
})

/**
 * Changes a church's plan or expiry by hand: months that nobody paid for, or a gate that shuts. The church reads act and
 * reason in its log, and its next request knows. Throws `not_found`, and `invalid_input` for no plan or no day.
 */
export const changeSubscription = confirmedAct({
  kind: 'subscription',
  shape: z.object({ tenantId: z.uuid(), planId: z.nullable(z.uuid()), expiresOn: z.string() }),
  look: async (tx, { tenantId, planId, expiresOn }, at) => {
    const church = await readConsoleChurch(tx, tenantId, at)
    const chosen = planId === null || planId === church.planId ? null : await selectPlan(tx, planId)
    if (!chosen && planId !== null && planId !== church.planId) throw noPlan()
    const plan = chosen ? { planName: chosen.name, membershipSize: chosen.membershipSize } : planOf(church)
    const changes = changesOf({ ...planOf(church), expiresOn: church.expiresOn }, { ...plan, expiresOn })
    return changes && { subject: tenantId, tenantId, details: { church: church.name }, ...changes }
  },
  apply: async (tx, _context, { wanted: { tenantId, ...term }, looked, change, actor, at }) => {
    const { reason, askedBy } = change
    await extendSubscription(tx, tenantId, { ...term, reason, actor, at })
    const { details, before, after } = looked
    const told = { ...details, before, after, reason, askedBy: askedBy.name }
    await noteOperatorAct(tx, actor, { act: 'church.subscription_changed', tenantId, details: told, at })
  },
})

/** Days above what one operator gives alone. */
export const grantDaysForTwo = confirmedAct({
  kind: 'subscription_days',
  shape: z.object({ tenantId: z.uuid(), days: z.int() }),
  look: async (tx, { tenantId, days }, at) => {
    const church = await readConsoleChurch(tx, tenantId, at)
    const { before, after } = await lastDayWith(tx, tenantId, { days, at })
    const details = { church: church.name, days }
    return { subject: tenantId, tenantId, details, before: { expiresOn: before }, after: { expiresOn: after } }
  },
  apply: async (tx, _context, { wanted: { tenantId, days }, change: { reason, askedBy }, actor, at }) => {
    await giveDays(tx, tenantId, { days, reason, actor, at, more: { askedBy: askedBy.name } })
  },
})

type Giving = { days: number; reason: string; actor: Actor; at: Date; more?: { askedBy: string } }

async function giveDays(tx: Tx, tenantId: string, { days, reason, actor, at, more }: Giving): Promise<string> {
  const expiresOn = await grantDays(tx, tenantId, { days, reason, actor, at })
  await noteOperatorAct(tx, actor, {
    act: 'church.days_given',
    tenantId,
    details: { days, expiresOn, reason, ...more },
    at,
  })
  return expiresOn
}

/** What was given a church, and what one operator has given alone, counts together for so long. */
const COUNTED_MS = 30 * 24 * 60 * 60_000

/**
 * Gives a church days, or asks for them where they are, with those given lately, more than one operator gives alone, to this
 * church or to all of them. Runs in
 * an operator's transaction inside the church. Throws `not_found`, and `changed_meanwhile` where its last day is another.
 */
async function giveOrAsk(
  tx: Tx,
  context: Pick<AppContext, 'enqueue'>,
  { tenantId, seen, ...giving }: Giving & { tenantId: string; seen: string },
): Promise<Answer<typeof calls.grantDays>> {
  const { days, reason, actor, at } = giving
  await lockInstallation(tx)
  const { before } = await lastDayWith(tx, tenantId, { days, at })
  if (before !== seen) throw new ApiError('changed_meanwhile')
  const since = new Date(at.getTime() - COUNTED_MS)
  const mayAlone =
    (await daysGivenSince(tx, tenantId, since)) + days <= calls.DAYS_GIVEN_ALONE &&
    (await daysGivenAlone(tx, actor, since)) + days <= calls.DAYS_GIVEN_BY_ONE
  if (mayAlone) return { expiresOn: await giveDays(tx, tenantId, giving), change: null }
  const change = await askForSecond(tx, context, grantDaysForTwo, { wanted: { tenantId, days }, reason, actor, at })
  return { expiresOn: before, change }
}

const planOf = ({ planName, membershipSize }: ConsoleChurch) => ({ planName, membershipSize })

const noPlan = (): ApiError => new ApiError('invalid_input', { fields: { planId: 'There is no such plan.' } })

type Wanted = { query: Received<typeof call>['query']; operatorId: string; actor: Actor; at: Date }

const gateWords: Record<ConsoleChurch['gate'], string> = {
  open: 'Open',
  expired: 'Expired',
  over_capacity: 'Over capacity',
}

const columns: readonly ExportColumn<ConsoleChurch>[] = [
  { id: 'name', heading: 'Name', value: ({ name }) => name },
  { id: 'city', heading: 'City', value: ({ city }) => city },
  { id: 'country', heading: 'Country', value: ({ isoCode }) => isoCode },
  { id: 'plan', heading: 'Plan', value: ({ planName }) => planName },
  { id: 'expires', heading: 'Expires', value: ({ expiresOn }) => expiresOn },
  { id: 'gate', heading: 'Status', value: ({ gate }) => gateWords[gate] },
  { id: 'people', heading: 'People', value: ({ people }) => people },
  { id: 'membershipSize', heading: 'Plan size', value: ({ membershipSize }) => membershipSize },
  { id: 'units', heading: 'SMS units', value: ({ units }) => units },
  { id: 'created', heading: 'Signed up', value: ({ createdAt }) => createdAt.slice(0, 10) },
  { id: 'lastActive', heading: 'Last active', value: ({ lastActiveAt }) => lastActiveAt },
]

/** The churches that match as a file. */
function exportChurches(
  { database }: Pick<AppContext, 'database'>,
  { query, operatorId, actor, at }: Wanted,
): Promise<Download> {
  return exportList({
    database,
    scope: { operatorId },
    query,
    name: 'churches',
    columns,
    pages: (tx) => pages(tx, query, at),
    note: (tx, rows) =>
      noteOperatorAct(tx, actor, { act: 'churches.exported', details: { format: query.format, rows }, at }),
    at,
  })
}

async function* pages(tx: Tx, query: Wanted['query'], at: Date): AsyncGenerator<readonly ConsoleChurch[]> {
  const filter = await churchFilter(tx, query, at)
  for await (const page of cursorPages(tx, everyChurch(filter, query.sort ?? USUAL_SORT)))
    yield page.map((church) => presentChurch(church, at))
}

export function churchRoutes(serve: Serve, context: AppContext): void {
  serve(calls.listChurches, ({ query, at, transact }) => transact((tx) => listChurches(tx, query, at)))
  serve(calls.exportChurches, ({ query, operator, actor, at }) =>
    exportChurches(context, { query, operatorId: operator.operatorId, actor, at }),
  )
  serve(calls.readConsoleChurch, ({ params, at, transact }) => transact((tx) => readConsoleChurch(tx, params.id, at)))
  serve(calls.readConsoleTimeLine, ({ params, operator: { operatorId }, at }) =>
    context.database.withOperator({ operatorId, tenantId: params.id }, (tx) =>
      readTimeLine(tx, params.id, { at, isOperator: true }),
    ),
  )
  serve(calls.grantDays, ({ params, body: { expiresOn: seen, ...giving }, operator: { operatorId }, actor, at }) =>
    context.database.withOperator({ operatorId, tenantId: params.id }, (tx) =>
      giveOrAsk(tx, context, { tenantId: params.id, seen, ...giving, actor, at }),
    ),
  )
  serve(calls.changeSubscription, ({ params, body, operator: { operatorId }, actor, at }) =>
    context.database.withOperator({ operatorId, tenantId: params.id }, async (tx) => {
      const { reason, ...term } = body
      await lockInstallation(tx)
      return askForSecond(tx, context, changeSubscription, {
        wanted: { tenantId: params.id, ...term },
        reason,
        actor,
        at,
      })
    }),
  )
}
