import type { Language } from './languages.ts'

/** The build replaces each sentence by its parsed form, which TypeScript cannot see. */
type Catalog = { catalog: Record<string, unknown> }
export type Load = () => Promise<Catalog>

/** Texts by where they are read: a page loads only those of the places that were entered. */
export type Place =
  | 'before'
  | 'billing'
  | 'checkin'
  | 'church'
  | 'home'
  | 'inside'
  | 'joining'
  | 'messaging'
  | 'operator'
  | 'people'
  | 'signup'
  | 'station'

export const catalogs: Record<Language, Record<Place, Load>> = {
  en: {
    before: () => import('./en.ts'),
    billing: () => import('./en-billing.ts'),
    checkin: () => import('./en-checkin.ts'),
    church: () => import('./en-church.ts'),
    home: () => import('./en-home.ts'),
    inside: () => import('./en-inside.ts'),
    joining: () => import('./en-joining.ts'),
    messaging: () => import('./en-messaging.ts'),
    operator: () => import('./en-operator.ts'),
    people: () => import('./en-people.ts'),
    signup: () => import('./en-signup.ts'),
    station: () => import('./en-station.ts'),
  },
  fr: {
    before: () => import('./fr.ts'),
    billing: () => import('./fr-billing.ts'),
    checkin: () => import('./fr-checkin.ts'),
    church: () => import('./fr-church.ts'),
    home: () => import('./fr-home.ts'),
    inside: () => import('./fr-inside.ts'),
    joining: () => import('./fr-joining.ts'),
    messaging: () => import('./fr-messaging.ts'),
    operator: () => import('./fr-operator.ts'),
    people: () => import('./fr-people.ts'),
    signup: () => import('./fr-signup.ts'),
    station: () => import('./fr-station.ts'),
  },
}
