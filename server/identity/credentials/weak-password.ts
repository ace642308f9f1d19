import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PASSWORD_MIN_LENGTH } from '#contract/identity/session.ts'

/** Common passwords, and the common words that become passwords with digits and signs around them. */
const common = new Set(
  readFileSync(path.join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .split('\n')
    .filter(Boolean),
)

const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '012345678901234567890',
  'qwertyuiopasdfghjklzxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
].flatMap((run) => [run, run.split('').reverse().join('')])

/**
 * Whether a password is too short or among the first that anyone would try: common ones, patterns, and whatever is
 * `known` of the person (e-mail, names, church), without regard to case, spaces and signs.
 */
export function isWeakPassword(password: string, known: readonly string[] = []): boolean {
  const folded = fold(password)
  if ([...folded].length < PASSWORD_MIN_LENGTH) return true
  return isCommonPassword(folded) || isPattern(folded) || isKnown(folded, known)
}

/** Takes the password as it is kept in the list: NFKC, lower case. */
function isCommonPassword(folded: string): boolean {
  const word = trimSigns(folded)
  return [folded, lettersOnly(folded), word, withoutDisguise(word), trimSigns(withoutDisguise(folded))].some((form) =>
    common.has(form),
  )
}

/** Few signs, a short text again and again, or a walk along the keyboard, the alphabet or the digits. */
function isPattern(folded: string): boolean {
  if (new Set(folded).size <= 3) return true
  if (isRepeated(folded)) return true
  return RUNS.some((run) => run.includes(folded))
}

function isRepeated(text: string): boolean {
  return [1, 2, 3, 4, 5, 6].some((step) => text.length >= step * 2 && text.slice(step) === text.slice(0, -step))
}

function isKnown(folded: string, known: readonly string[]): boolean {
  const plain = lettersAndDigits(folded)
  const parts = known.flatMap((text) => [text, text.split('@')[0] ?? '']).map((text) => lettersAndDigits(fold(text)))
  return parts.some((part) => part !== '' && (plain === part || trimSigns(plain) === part))
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()
const trimSigns = (text: string): string => text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
const lettersOnly = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '')
const lettersAndDigits = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '')

const DISGUISES: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' }
const withoutDisguise = (text: string): string => text.replaceAll(/[013457@$!]/g, (sign) => DISGUISES[sign] ?? sign)
