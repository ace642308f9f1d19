/** Every address of the families' portal, which is a page of its own. Links are made from here, never written out. */
const paths = {
  /** Without a church: which one is it? */
  entrance: '/checkin',
  /** Code and new password, when the church is not known. */
  reset: '/checkin/reset',
  home: '/checkin/dashboard',
  family: '/checkin/checkinfamily',
  guardians: '/checkin/checkinguardian',
  profile: '/checkin/profile',
  /** How an iPhone comes to show notifications. */
  install: '/checkin/profile/install',
  events: '/checkin/events',
  attendance: '/checkin/attendance',
} as const

/** As plain text: the router of the staff's page, which types every link, does not know them. */
export const portalPaths: Record<keyof typeof paths, string> = paths

/** Sign-in and sign-up of one church. */
export const churchPath = (slug: string): string => `/checkin/${encodeURIComponent(slug)}`
/** Asking for a one-time code at one church. */
export const churchResetPath = (slug: string): string => `${churchPath(slug)}/reset`
/** CheckinEvent of the seed. */
export const eventPath = (eventId: string): string => `/checkin/event/${encodeURIComponent(eventId)}`
/** ThankYou of the seed; what stands in the address is the id of the registration, never its code. */
export const thankYouPath = (registrationId: string): string =>
  `/checkin/thankyou/${encodeURIComponent(registrationId)}`

/** Only screens of the portal may be returned to after sign-in: never another host. */
export const safePortalNext = (next: unknown): string | undefined =>
  typeof next === 'string' &&
  /^\/checkin\/(dashboard|checkinfamily|checkinguardian|profile|events|attendance|event\/|thankyou\/)[\w/-]*$/.test(
    next,
  )
    ? next
    : undefined
