export { LONG, LONGEST, ORDINARY, SHORT, toast, undo, type ToastAction } from './toast-list.ts'
export { Toasts } from './toasts.tsx'
