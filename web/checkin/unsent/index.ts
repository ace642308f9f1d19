export { forgetPacks } from '../offline/sign-off.ts'
export { sendKept } from './sign-off.tsx'
export { signOff } from './sign-off.tsx'
