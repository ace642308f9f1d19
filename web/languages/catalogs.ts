import type { Language } from './languages.ts'
import type { CatalogName } from './places.ts'

export { places, type Place } from './places.ts'

/** The build replaces each sentence by its parsed form, which TypeScript cannot see. */
export type LoadCatalog = () => Promise<{ default: Record<string, unknown> }>

export const catalogs = {
  en: {
    app: () => import('./en/app.json'),
    base: () => import('./en/base.json'),
    billing: () => import('./en/billing.json'),
    checkin: () => import('./en/checkin.json'),
    church: () => import('./en/church.json'),
    events: () => import('./en/events.json'),
    home: () => import('./en/home.json'),
    identity: () => import('./en/identity.json'),
    joining: () => import('./en/joining.json'),
    messaging: () => import('./en/messaging.json'),
    operator: () => import('./en/operator.json'),
    people: () => import('./en/people.json'),
    signup: () => import('./en/signup.json'),
    station: () => import('./en/station.json'),
    ui: () => import('./en/ui.json'),
  },
  fr: {
    app: () => import('./fr/app.json'),
    base: () => import('./fr/base.json'),
    billing: () => import('./fr/billing.json'),
    checkin: () => import('./fr/checkin.json'),
    church: () => import('./fr/church.json'),
    events: () => import('./fr/events.json'),
    home: () => import('./fr/home.json'),
    identity: () => import('./fr/identity.json'),
    joining: () => import('./fr/joining.json'),
    messaging: () => import('./fr/messaging.json'),
    operator: () => import('./fr/operator.json'),
    people: () => import('./fr/people.json'),
    signup: () => import('./fr/signup.json'),
    station: () => import('./fr/station.json'),
    ui: () => import('./fr/ui.json'),
  },
} satisfies Record<Language, Record<CatalogName, LoadCatalog>>
