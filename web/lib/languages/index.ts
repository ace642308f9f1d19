export { activate, chooseLanguage, i18n, speak, type Place } from './activate.ts'
export { languages, preferredLanguage, type Language } from './languages.ts'
export { Phrase, useTexts, type TextId, type Translate, type Values } from './texts.tsx'
