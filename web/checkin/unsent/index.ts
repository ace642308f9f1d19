export { forgetPacks } from '../offline/sign-off.ts'
export { sendKept } from './send-kept.ts'
export { signOff } from './sign-off.tsx'
