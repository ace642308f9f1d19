import { createHash, randomBytes } from 'node:crypto'

/** A secret of 256 random bits, 43 characters of base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const looksLikeToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** What the database keeps of a token. It is random throughout, so one fast hash is enough to keep it secret. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
