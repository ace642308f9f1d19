/** Pages that every phone shows: HTML of some kilobytes, without a session and working without a script. */
export { acceptedLanguage } from './accepted-language.ts'
export { escapeHtml, plainPage, PLAIN_STYLE } from './plain-page.ts'
