import type { TenantId, Tx } from '../../platform/database/index.ts'
import { insertCode, saveRegistrationCode } from './registration-store.ts'
import { randomInt } from 'node:crypto'
import { CODE_ALPHABET, CODE_LENGTH } from '#contract/checkin/codes.ts'

/** A check-in code that nobody can guess from another; whether it is free on its day only the database knows. */
export const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')

/** Of 148 million codes a church uses some thousands on a day: more than two tries in a row are a fault. */
const TRIES = 20

/** Gives a registration another code, because the one it has is somebody else's on that day. Answers it. */
export async function giveCode(
  tx: Tx,
  tenantId: TenantId,
  { day, registrationId }: { day: string; registrationId: string },
): Promise<string> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const code = newCode()
    if (!(await insertCode(tx, tenantId, { day, code, registrationId }))) continue
    await saveRegistrationCode(tx, { registrationId, code })
    return code
  }
  throw new Error('No code of the day was free.')
}
