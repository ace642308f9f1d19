/**
 * The catalogs, `<language>/<name>.json`, by the place where they are read: a page loads only those of the places that
 * were entered. Read by the build too, which makes one file of those of `before` (vite.config.ts).
 */
export const places = {
  /** Before the door, and wherever something fails. */
  before: ['base', 'identity'],
  /** Units, subscription and payments. */
  billing: ['billing'],
  /** Events, classes and the custody log. */
  checkin: ['checkin', 'events'],
  /** The settings of a church, its staff, its log and the own account. */
  church: ['church'],
  /** The dashboard. */
  home: ['home'],
  /** Every screen behind the church's door. */
  inside: ['app', 'ui'],
  /** The second step of signing in, an invitation. */
  joining: ['joining'],
  messaging: ['messaging'],
  /** The operators' console. */
  operator: ['operator', 'ui'],
  /** People, families, groups and imports. */
  people: ['people'],
  /** While a church signs itself up. */
  signup: ['signup'],
  station: ['checkin', 'station'],
} as const

export type Place = keyof typeof places
export type CatalogName = (typeof places)[Place][number]

/** The families' portal is a page of its own with one place. */
export const portalPlaces = { before: ['base', 'portal', 'registering'] } as const
export type PortalCatalogName = (typeof portalPlaces)['before'][number]
