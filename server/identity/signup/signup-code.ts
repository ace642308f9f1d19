import { createHmac, randomInt } from 'node:crypto'
import { CODE_LENGTH, CODE_MINUTES } from '#contract/identity/signup.ts'

/** Six random digits. */
export const newCode = (): string => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')

/** Keyed: a million codes are hashed in a second, so a plain hash would keep nothing secret. */
export const hashCode = (code: string, { id, secretKey }: { id: string; secretKey: string }): Buffer =>
  createHmac('sha256', secretKey).update(`sign-up code\n${id}\n${code}`).digest()

/** When a code that is sent now is over. */
export const codeEnd = (at: Date): Date => new Date(at.getTime() + CODE_MINUTES * 60_000)
