import * as events from '#contract/checkin/events.ts'
import * as calls from '#contract/checkin/registration.ts'
import { shownAddress } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { type Call, type GuardianCaller, type Serve, ApiError } from '../../platform/http/index.ts'
import { familyAttendanceRecord, readAttendance, readHome } from './home.ts'
import { checkinEvents, portalEvent, upcomingEvents } from './portal-events.ts'
import { listPasses, readPass, type Holder, textPass } from './passes.ts'
import { openWatch } from './watch-places.ts'
import { waitForClass } from './wait-for-class.ts'
import { readRegistrable } from './read-registrable.ts'
import { registerOwn, type Registrar } from './register-own.ts'
import type { registerChildren as call } from '#contract/checkin/registration.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import { guardianAuthenticator, selectOwnFamily } from '../families/index.ts'
import { cancelChild } from './change-child.ts'

/** Registers in the shape of existing clients, all for one event. Throws like `registerFamily`. */
async function registerChildren(
  transact: Call<typeof call>['transact'],
  registrar: Registrar,
  items: Received<typeof call>['body'],
): Promise<Answer<typeof call>> {
  const [eventId = '', ...others] = new Set(items.map(({ activityId }) => activityId.toLowerCase()))
  if (others.length > 0)
    throw new ApiError('invalid_input', { fields: { activityId: 'Register for one event at a time.' } })
  const children = items.map(({ personId, checkInAttendanceId }) => ({ personId, classId: checkInAttendanceId }))
  const { code } = await registerOwn(transact, registrar, { eventId, children })
  return { response: 'Registered successfully', returnObject: code }
}

/** What guardians see of events, and how they register for them. */
export function registrationRoutes(serve: Serve, context: AppContext): void {
  serveEvents(serve, context)
  serveRegistration(serve, context)
  servePasses(serve, context)
  serveHome(serve)
}

type Calling = { guardian: GuardianCaller; at: Date }

const holderOf = ({ personId, church }: GuardianCaller): Holder => ({ personId, churchName: church.name })

function serveEvents(serve: Serve, context: AppContext): void {
  const watch = openWatch(context)
  const { identify } = guardianAuthenticator(context)
  serve(events.upcomingCheckinEvents, ({ guardian: { personId, tenantId }, request, at, transact }) => {
    const shown = shownAddress(context.config, { request, tenantId, at })
    return transact(async (tx) => {
      const upcoming = await upcomingEvents(tx, (await selectOwnFamily(tx, personId))?.familyId ?? null, at)
      return upcoming.map((event) => ({ ...event, eventBanner: shown(event.eventBanner) }))
    })
  })
  serve(events.checkinEvents, ({ guardian: { personId }, query: { activityId }, transact }) =>
    transact(async (tx) => checkinEvents(tx, activityId, (await selectOwnFamily(tx, personId))?.familyId ?? null)),
  )
  serve(calls.readRegistrable, ({ guardian: { personId }, params: { id: eventId }, at, transact }) =>
    transact((tx) => readRegistrable(tx, { personId, eventId, at })),
  )
  serve(calls.watchPlaces, async ({ guardian: { tenantId, accountId }, params, request, transact }) => {
    const { id: eventId } = await transact((tx) => portalEvent(tx, params.id, null))
    const isStillThere = async (): Promise<boolean> => (await identify(request, context.clock.now())) !== null
    return watch({ tenantId, accountId, eventId, isStillThere })
  })
}

function serveRegistration(serve: Serve, { enqueue }: AppContext): void {
  const registrarOf = ({ guardian: { tenantId, personId }, at }: Calling): Registrar => ({
    tenantId,
    personId,
    at,
    enqueue,
  })
  serve(
    calls.register,
    ({ params: { id: eventId }, body: { children }, transact, ...call }) =>
      registerOwn(transact, registrarOf(call), { eventId, children }),
    { onlyTransacts: true },
  )
  serve(calls.registerChildren, ({ body, transact, ...call }) => registerChildren(transact, registrarOf(call), body), {
    onlyTransacts: true,
  })
  serve(calls.cancelChild, ({ params: { id: eventId, personId }, transact, ...call }) =>
    transact((tx) => cancelChild(tx, registrarOf(call), { eventId, personId })),
  )
  serve(calls.waitForClass, ({ params: { id: eventId }, body, transact, ...call }) =>
    transact((tx) => waitForClass(tx, registrarOf(call), { eventId, ...body })),
  )
}

function servePasses(serve: Serve, { enqueue }: AppContext): void {
  serve(calls.readPass, ({ guardian, params: { id }, transact }) =>
    transact((tx) => readPass(tx, holderOf(guardian), id)),
  )
  serve(calls.listPasses, ({ guardian, at, transact }) => transact((tx) => listPasses(tx, holderOf(guardian), at)))
  serve(calls.textPass, ({ guardian, params: { id }, at, transact }) =>
    transact((tx) => textPass(tx, enqueue, { guardian, id, at })),
  )
}

function serveHome(serve: Serve): void {
  serve(calls.readHome, ({ guardian, at, transact }) => transact((tx) => readHome(tx, holderOf(guardian), at)))
  serve(calls.familyAttendanceRecord, ({ guardian: { personId }, query: { familyId }, at, transact }) =>
    transact((tx) => familyAttendanceRecord(tx, { personId, at }, familyId)),
  )
  serve(calls.readAttendance, ({ guardian: { personId }, at, transact }) =>
    transact((tx) => readAttendance(tx, { personId, at })),
  )
}
