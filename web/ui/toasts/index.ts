export { LONG, LONGEST, ORDINARY, SHORT, toast, undo } from './toast-list.ts'
export { Toasts } from './toasts.tsx'
