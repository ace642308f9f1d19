export { keepProviderNotes, type NoteProvider } from './provider-notes.ts'
