export { LeaveGuard } from './leave-guard.tsx'
export { MeanwhileNote } from './meanwhile-note.tsx'
