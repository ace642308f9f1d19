import * as calls from '#contract/checkin/station.ts'
import { confirmColleague, pictureUrl } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { ApiError, type Serve } from '../../platform/http/index.ts'
import { tryCode } from './code-tries.ts'
import { deskOf, eventOf, keyedDeskOf, type Desk } from './desk.ts'
import { checkTyped, familiesOf, familiesOfOwnCode } from './find-families.ts'
import { checkOut, keepingRefusals } from './check-out.ts'
import { overrideCheckOut, refuseUnknown } from './override-check-out.ts'
import { codeIn } from '#contract/checkin/codes.ts'
import type { Collection, lookAtCollection as call } from '#contract/checkin/station.ts'
import type { Received } from '#contract/endpoint.ts'
import type { Tx } from '../../platform/database/index.ts'
import { recordCustody } from './custody/record-custody.ts'
import {
  selectHeadByCode,
  selectHeadsOf,
  selectCollected,
  type CollectedChild,
  type CollectionHead,
} from './station-family-store.ts'
import { collectorsOf } from './collectors.ts'
import { lockRegistration, markCollector } from '../events/index.ts'

type At = { eventId: string; /** Of the event. */ day: string; at: Date; codeShown: boolean }

/** The children of registrations and whoever may, or may not, take each of them home at this moment. */
async function collectionsOf(
  tx: Tx,
  heads: readonly CollectionHead[],
  { eventId, codeShown, ...when }: At,
): Promise<Collection[]> {
  const ids = heads.map(({ registrationId }) => registrationId)
  const here = Map.groupBy(await selectCollected(tx, ids), ({ registrationId }) => registrationId)
  const childrenOf = ({ registrationId }: CollectionHead): CollectedChild[] => here.get(registrationId) ?? []
  const families = heads.map((head) => ({
    familyId: head.familyId,
    childIds: childrenOf(head).map(({ personId }) => personId),
  }))
  const collectors = await collectorsOf(tx, families, { eventId, ...when })
  return heads.map((head) => ({
    eventId: eventId.toLowerCase(),
    registrationId: head.registrationId,
    familyName: head.familyName ?? '',
    codeShown,
    children: childrenOf(head).map(childOf),
    collectors: collectors.get(head.familyId) ?? [],
  }))
}

const childOf = ({
  checkedInAt,
  checkedOutAt,
  pictureId,
  classId: _class,
  registrationId: _registration,
  ...child
}: CollectedChild): Collection['children'][number] => ({
  ...child,
  pictureUrl: pictureUrl(pictureId),
  state: checkedOutAt ? 'checked_out' : checkedInAt ? 'checked_in' : 'registered',
  checkedInAt: checkedInAt?.toISOString() ?? null,
})

type Looking = Received<typeof call>['body']

/**
 * Somebody stands at the desk for children: by their code, which tells the classes so, or by phone or name, up to ten
 * families. Throws `not_found` for the event.
 */
async function lookAtCollection(tx: Tx, desk: Desk, { eventId, code, search = '' }: Looking): Promise<Collection[]> {
  const { day } = await eventOf(tx, eventId)
  const about = { eventId, day, at: desk.at }
  const right = code === undefined ? null : codeIn(code)
  if (code !== undefined) {
    const [head] = right ? await selectHeadByCode(tx, { eventId, day, code: right }) : []
    // Their own code finds them, and the one of their registration is still to be shown.
    if (!head) return byFamilies(tx, about, await familiesOfOwnCode(tx, code))
    await tellClasses(tx, desk, { eventId, registrationId: head.registrationId })
    return collectionsOf(tx, [head], { ...about, codeShown: true })
  }
  return byFamilies(tx, about, await familiesOf(tx, search, desk.isoCode, eventId))
}

async function byFamilies(
  tx: Tx,
  about: { eventId: string; day: string; at: Date },
  familyIds: string[],
): Promise<Collection[]> {
  const heads = await selectHeadsOf(tx, about.eventId, familyIds)
  const found = await collectionsOf(tx, heads, { ...about, codeShown: false })
  return found.filter(({ children }) => children.length > 0)
}

async function tellClasses(
  tx: Tx,
  { tenantId, secretKey, custody: actor, at }: Desk,
  { eventId, registrationId }: { eventId: string; registrationId: string },
): Promise<void> {
  await lockRegistration(tx, registrationId)
  const told = await markCollector(tx, registrationId, at)
  await recordCustody(
    tx,
    { tenantId, secretKey, eventId, at },
    told.map((child) => ({ act: 'collector_came', actor, registrationId, ...child })),
  )
}

export function checkOutRoutes(serve: Serve, context: AppContext): void {
  serve(calls.lookAtCollection, async ({ body, transact, ...call }) => {
    checkTyped(body)
    const look = () => transact((tx) => lookAtCollection(tx, deskOf(context, call), body).then((found) => ({ found })))
    const trying = { caller: call.caller, ip: call.request.ip, at: call.at }
    return body.code === undefined
      ? look()
      : tryCode(context, trying, { look, isFound: ({ found }) => found.length > 0 })
  })
  serve(calls.checkOut, ({ body, transact, ...call }) => {
    const desk = keyedDeskOf(context, call)
    const trying = { caller: call.caller, ip: call.request.ip, at: call.at }
    const look = () => transact((tx) => checkOut(tx, desk, body))
    return keepingRefusals(context, desk, body, () => tryCode(context, trying, { look }))
  })
  serve(calls.overrideCheckOut, ({ body: { second, ...body }, transact, ...call }) => {
    const desk = deskOf(context, call)
    return keepingRefusals(context, desk, body, async () => {
      await transact((tx) => refuseUnknown(tx, body, call.at))
      const confirming = { ...second, ability: 'checkin.desk', at: call.at } as const
      const secondId = await confirmColleague(context, call.caller, confirming)
      if (!secondId) throw new ApiError('second_person')
      return transact((tx) => overrideCheckOut(tx, desk, { ...body, secondId }))
    })
  })
}
