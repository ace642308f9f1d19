export { LONG, ORDINARY, SHORT, toast } from './toast-list.ts'
export { Toasts } from './toasts.tsx'
