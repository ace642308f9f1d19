import { readDoor } from '#contract/checkin/door.ts'
import { upcomingCheckinEvents } from '#contract/checkin/events.ts'
import { listGuardians } from '#contract/checkin/guardians.ts'
import { readAttendance, readHome, readPass, readRegistrable } from '#contract/checkin/registration.ts'
import { warmOwnFamily } from '../../checkin/portal/session/use-own-family.ts'
import { warm } from '../../checkin/portal/reading/use-read.ts'
import type { Params, Route } from '../../routing/light/routes.ts'
import { portalPaths } from '../../routing/portal-paths.ts'

const warmDoor = ({ church = '' }: Params) => warm(readDoor, { params: { slug: church } })

/** Before the door: one parcel for all of them. */
const entering: readonly Route[] = [
  {
    path: portalPaths.entrance,
    load: async () => (await import('../../checkin/portal/entering/entrance-page.tsx')).EntrancePage,
  },
  {
    path: portalPaths.reset,
    load: async () => (await import('../../checkin/portal/entering/reset-page.tsx')).ResetPage,
  },
]

/** After all others, whose second part is a word: a church's own address. */
const churches: readonly Route[] = [
  {
    path: '/checkin/$church',
    warm: warmDoor,
    load: async () => (await import('../../checkin/portal/entering/church-page.tsx')).ChurchPage,
  },
  {
    path: '/checkin/$church/reset',
    warm: warmDoor,
    load: async () => (await import('../../checkin/portal/entering/reset-page.tsx')).ResetPage,
  },
]

/** The family's own. */
const family: readonly Route[] = [
  {
    path: portalPaths.home,
    isInside: true,
    warm: () => warm(readHome),
    load: async () => (await import('../../checkin/portal/home/home-page.tsx')).HomePage,
  },
  {
    path: portalPaths.family,
    isInside: true,
    warm: warmOwnFamily,
    load: async () => (await import('../../checkin/portal/family/family-page.tsx')).FamilyPage,
  },
  {
    path: portalPaths.guardians,
    isInside: true,
    warm: () => {
      warm(listGuardians)
      warmOwnFamily()
    },
    load: async () => (await import('../../checkin/portal/guardians/guardians-page.tsx')).GuardiansPage,
  },
  {
    path: portalPaths.profile,
    isInside: true,
    warm: warmOwnFamily,
    load: async () => (await import('../../checkin/portal/profile/profile-page.tsx')).ProfilePage,
  },
  {
    path: portalPaths.install,
    isInside: true,
    load: async () => (await import('../../checkin/portal/push/install-page.tsx')).InstallPage,
  },
]

/** What is coming, and what the family is registered for. */
const events: readonly Route[] = [
  {
    path: portalPaths.events,
    isInside: true,
    warm: () => warm(upcomingCheckinEvents),
    load: async () => (await import('../../checkin/portal/events/events-page.tsx')).EventsPage,
  },
  {
    path: '/checkin/event/$eventId',
    isInside: true,
    warm: ({ eventId = '' }) => warm(readRegistrable, { params: { id: eventId } }),
    load: async () => (await import('../../checkin/portal/registration/event-page.tsx')).EventPage,
  },
  {
    path: '/checkin/thankyou/$code',
    isInside: true,
    warm: ({ code = '' }) => warm(readPass, { params: { id: code } }),
    load: async () => (await import('../../checkin/portal/pass/thank-you-page.tsx')).ThankYouPage,
  },
  {
    path: portalPaths.attendance,
    isInside: true,
    warm: () => warm(readAttendance),
    load: async () => (await import('../../checkin/portal/attendance/attendance-page.tsx')).AttendancePage,
  },
]

/** Every screen of the portal. Those inside are warmed before the guard has its answer: a refusal leads to the sign-in page. */
export const routes: readonly Route[] = [...entering, ...family, ...events, ...churches]
