import { setupI18n, type Messages } from '@lingui/core'
import { keepLanguage, type Language } from './languages.ts'

/** The build replaces each sentence by its parsed form, which TypeScript cannot see. */
type Catalog = { catalog: Record<string, unknown> }
type Load = () => Promise<Catalog>

const catalogs: Record<Language, { before: Load; inside: Load }> = {
  en: { before: () => import('./en.ts'), inside: () => import('./en-inside.ts') },
  fr: { before: () => import('./fr.ts'), inside: () => import('./fr-inside.ts') },
}

export const i18n = setupI18n()

let isInside = false
let current: Language = 'en'

/** Loads a language and shows it; the screens redraw themselves. */
export async function activate(language: Language): Promise<void> {
  current = language
  const { before, inside } = catalogs[language]
  const parts = await Promise.all(isInside ? [before(), inside()] : [before()])
  for (const { catalog } of parts) i18n.load(language, catalog as Messages)
  // Another language may have been chosen while this one was on its way.
  if (current !== language) return
  i18n.activate(language)
  document.documentElement.lang = language
  document.documentElement.dir = 'ltr'
}

/** Adds the texts of the screens behind the door; once for the page's life. */
export async function speakInside(): Promise<void> {
  if (isInside) return
  isInside = true
  await activate(current)
}

export async function chooseLanguage(language: Language): Promise<void> {
  keepLanguage(language)
  await activate(language)
}
