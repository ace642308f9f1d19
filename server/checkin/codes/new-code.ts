import { randomInt } from 'node:crypto'
import { CODE_ALPHABET, CODE_LENGTH } from '#contract/checkin/codes.ts'

/** A check-in code that nobody can guess from another; whether it is free on its day only the database knows. */
export const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')
