export { keepProviderNotes, type NoteProvider, type ProviderNotes } from './provider-notes.ts'
