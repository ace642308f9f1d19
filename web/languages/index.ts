export { activate, chooseLanguage, i18n, speak } from './activate.ts'
export type { Place } from './catalogs.ts'
export { languages, preferredLanguage, type Language } from './languages.ts'
export { Phrase, useTexts, type TextId, type Translate, type Values } from './texts.tsx'
