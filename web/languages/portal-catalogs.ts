import type { LoadCatalog } from './catalogs.ts'
import type { Language } from './languages.ts'
import type { PortalCatalogName } from './places.ts'

export { portalPlaces as places } from './places.ts'

/** Stands in for catalogs.ts on the families' portal (vite.config.ts). */
export const catalogs = {
  en: {
    base: () => import('./en/base.json'),
    portal: () => import('./en/portal.json'),
    registering: () => import('./en/registering.json'),
  },
  fr: {
    base: () => import('./fr/base.json'),
    portal: () => import('./fr/portal.json'),
    registering: () => import('./fr/registering.json'),
  },
} satisfies Record<Language, Record<PortalCatalogName, LoadCatalog>>
