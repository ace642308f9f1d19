/** What one operator asks for and a second one, not tied to the first, confirms: nothing of it is in force before. */
export { askForSecond, changesOf, confirmedAct, type ConfirmedAct } from './ask-for-second.ts'
export { confirmChange, secondsOf } from './decide-change.ts'
export { changeRoutes } from './changes.ts'
/** A change in words, and the mails about it. */
export { linesOf, tellChange, tellChangeJob, titleOf } from './tell-change.ts'
export {
  expireChanges,
  lockInstallation,
  selectChange,
  selectChanges,
  selectWaiting,
  withdrawChangesOf,
  type ChangeRecord,
} from './change-store.ts'
