import { createHmac, randomInt } from 'node:crypto'

const CODE_LENGTH = 6
const CODE_MINUTES = 10
/** Wrong ones; after them the code is dead. */
export const CODE_TRIES = 5

/** Six random digits. */
export const newCode = (): string => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')

/** Keyed: a million codes are hashed in a second, so a plain hash would keep nothing secret. */
export const hashCode = (
  code: string,
  { tenantId, personId, secretKey }: { tenantId: string; personId: string; secretKey: string },
): Buffer => createHmac('sha256', secretKey).update(`guardian code\n${tenantId}\n${personId}\n${code}`).digest()

/** When a code that is sent now is over. */
export const codeEnd = (at: Date): Date => new Date(at.getTime() + CODE_MINUTES * 60_000)
