/**
 * The catalogs, `<language>/<name>.json`, by the place where they are read: a page loads only those of the places that
 * were entered. Read by the build too, which makes one file of those of `before` (vite.config.ts).
 */
export const places = {
  /** First-timers counted. */
  analytics: ['analytics'],
  /** Rules of the follow-up, and what they did for somebody. */
  automation: ['followup', 'automation'],
  /** Before the door, and wherever something fails. */
  before: ['base', 'identity'],
  /** Units, subscription and payments. */
  billing: ['billing'],
  /** Events, classes and the custody log. */
  checkin: ['checkin', 'events'],
  /** The settings of a church, its staff, its log and the own account. */
  church: ['church'],
  /** First-timers and new converts. */
  followup: ['followup'],
  followupFigures: ['followup', 'analytics'],
  /** What stands at a shut gate. */
  gate: ['gate'],
  /** The dashboard. */
  home: ['home'],
  /** Every screen behind the church's door. */
  inside: ['app', 'ui'],
  /** The second step of signing in, an invitation. */
  joining: ['joining'],
  messaging: ['messaging'],
  replies: ['messaging', 'reports', 'replies'],
  /** Sent messages and their reports. */
  reports: ['messaging', 'reports'],
  /** Emails: lists and reports. */
  email: ['messaging', 'reports', 'email'],
  /** An email being written. */
  emailWriting: ['messaging', 'email', 'writing'],
  /** Push to many, messages of occasions, the own devices. */
  push: ['messaging', 'push'],
  /** What became of one push. */
  pushReport: ['messaging', 'reports', 'push'],
  /** SMS that wait for their time. */
  scheduled: ['messaging', 'scheduled'],
  /** In whose name emails go. */
  sender: ['sender'],
  /** The operators' console. */
  operator: ['operator', 'ui'],
  /** What operators set for the whole installation, and what they and others did there. */
  installation: ['installation'],
  /** Payments that operators decide about. */
  payments: ['payments'],
  /** People, families, groups and imports. */
  people: ['people'],
  /** While a church signs itself up. */
  signup: ['signup'],
  station: ['checkin', 'station'],
} as const

export type Place = keyof typeof places
export type CatalogName = (typeof places)[Place][number]

/** The families' portal is a page of its own with one place. */
export const portalPlaces = { before: ['base', 'portal'] } as const
export type PortalCatalogName = (typeof portalPlaces)['before'][number]
