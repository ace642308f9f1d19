export { sendKept } from './send-kept.ts'
export { signOff } from './sign-off.tsx'
