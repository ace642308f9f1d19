import type { Load } from './catalogs.ts'
import type { Language } from './languages.ts'

/** Stands in for catalogs.ts on the families' portal (vite.config.ts), which has one place and one file a language. */
export const catalogs: Record<Language, { before: Load }> = {
  en: { before: () => import('./en-portal.ts') },
  fr: { before: () => import('./fr-portal.ts') },
}
