/** Who is followed up: entered as people are, held, moved on, handed on. Every act takes a `Doer`: a person, or a rule. */
export { handOnAt, holdCard, openDesk, type Desk, type Doer } from './doer.ts'
export { changeLeadStatus, changeOwner, changeStage, handOn, touched } from './move.ts'
export { lockCards, lockCardsOf, lockUntouched, updateAnswers, updateHandOn, type Card } from './card-store.ts'
export { markOrigin, markWalkedIn } from './newcomer-store.ts'

/** What was done about them and what happened: the activity log. Rules of automation go by `newcomersChanged`. */
export {
  addNote,
  editEntry,
  noteContact,
  noteMessage,
  noteVisits,
  removeEntry,
  removeVisit,
  snooze,
} from './contact.ts'
export { newcomersChanged, note } from './log.ts'
export { selectLog, type LogEntry, type StoredEntry } from './log-store.ts'

/** What happens to newcomers when people change. */
export { copiedCardReactions, newcomerReactions } from './people-reactions.ts'
