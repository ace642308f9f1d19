import * as events from '#contract/checkin/events.ts'
import * as calls from '#contract/checkin/registration.ts'
import { shownAddress } from '#server/identity/index.ts'
import type { House } from '#server/platform/house.ts'
import type { GuardianCaller, Serve } from '#server/platform/http/index.ts'
import { identifyGuardian } from '../accounts/identify-guardian.ts'
import { familyAttendanceRecord, readAttendance } from '../attendance/read-attendance.ts'
import { checkinEvents } from '../events/checkin-events.ts'
import { portalEvent, upcomingEvents } from '../events/upcoming-events.ts'
import { selectOwnFamily } from '../family/own-family-store.ts'
import { answerCall } from '../home/answer-call.ts'
import { readHome } from '../home/read-home.ts'
import { listPasses, readPass, type Holder } from '../passes/passes.ts'
import { textPass } from '../passes/text-pass.ts'
import { openWatch } from '../places/watch-places.ts'
import { waitForClass } from '../waiting/wait-for-class.ts'
import { cancelChild } from './cancel-child.ts'
import { readRegistrable } from './read-registrable.ts'
import { registerChildren } from './register-children.ts'
import { registerOwn, type Registrar } from './register-own.ts'

/** What guardians see of events, and how they register for them. */
export function registrationRoutes(serve: Serve, house: House): void {
  serveEvents(serve, house)
  serveRegistration(serve, house)
  servePasses(serve, house)
  serveHome(serve)
}

type Calling = { guardian: GuardianCaller; at: Date }

const holderOf = ({ personId, church }: GuardianCaller): Holder => ({ personId, churchName: church.name })

function serveEvents(serve: Serve, house: House): void {
  const watch = openWatch(house)
  const identify = identifyGuardian(house)
  serve(events.upcomingCheckinEvents, ({ guardian: { personId, tenantId }, request, at, transact }) => {
    const shown = shownAddress(house.config, { request, tenantId, at })
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
    const isStillThere = async (): Promise<boolean> => (await identify(request, house.clock.now())) !== null
    return watch({ tenantId, accountId, eventId, isStillThere })
  })
}

function serveRegistration(serve: Serve, { enqueue }: House): void {
  const registrarOf = ({ guardian: { tenantId, personId }, at }: Calling): Registrar => ({
    tenantId,
    personId,
    at,
    enqueue,
  })
  serve(calls.register, ({ params: { id: eventId }, body: { children }, transact, ...call }) =>
    transact((tx) => registerOwn(tx, registrarOf(call), { eventId, children })),
  )
  serve(calls.registerChildren, ({ body, transact, ...call }) =>
    transact((tx) => registerChildren(tx, registrarOf(call), body)),
  )
  serve(calls.cancelChild, ({ params: { id: eventId, personId }, transact, ...call }) =>
    transact((tx) => cancelChild(tx, registrarOf(call), { eventId, personId })),
  )
  serve(calls.waitForClass, ({ params: { id: eventId }, body, transact, ...call }) =>
    transact((tx) => waitForClass(tx, registrarOf(call), { eventId, ...body })),
  )
}

function servePasses(serve: Serve, { enqueue }: House): void {
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
  serve(calls.answerCall, ({ guardian: { personId }, params: { id }, at, transact }) =>
    transact((tx) => answerCall(tx, { personId, id, at })),
  )
  serve(calls.familyAttendanceRecord, ({ guardian: { personId }, query: { familyId }, at, transact }) =>
    transact((tx) => familyAttendanceRecord(tx, { personId, at }, familyId)),
  )
  serve(calls.readAttendance, ({ guardian: { personId }, at, transact }) =>
    transact((tx) => readAttendance(tx, { personId, at })),
  )
}
