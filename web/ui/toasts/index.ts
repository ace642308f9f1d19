export { LONG, ORDINARY, SHORT, toast, undo, type ToastAction } from './toast-list.ts'
export { Toasts } from './toasts.tsx'
