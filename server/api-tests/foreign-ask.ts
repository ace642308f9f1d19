import type { Endpoint } from '#contract/endpoint.ts'

/** The ids that a request carries: those of the own church, and those that may be another's. */
export type Ids = Record<'own' | 'other', Record<Key, string>>

export type Asked = {
  endpoint: Endpoint
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** A picture, or a slip as PDF. */
  file?: 'picture' | 'slip'
}

/** What has an id; `buildRichChurch` makes one of each. */
export type Key =
  | 'tenantId'
  | 'conversation'
  | 'person'
  | 'newcomer'
  | 'task'
  | 'comment'
  | 'logLine'
  | 'absence'
  | 'rule'
  | 'welcome'
  | 'archived'
  | 'picture'
  | 'group'
  | 'family'
  | 'change'
  | 'import'
  | 'payment'
  | 'proof'
  | 'paid'
  | 'checkout'
  | 'reference'
  | 'invite'
  | 'staff'
  | 'session'
  | 'view'
  | 'campaign'
  | 'draft'
  | 'email'
  | 'emailDraft'
  | 'begun'
  | 'contactFile'
  | 'sender'
  | 'event'
  | 'eventClass'
  | 'home'
  | 'child'
  | 'registration'
  | 'station'

export type Ask = (ids: Ids) => Asked
