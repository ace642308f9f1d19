import { asciiDigits } from './ascii-digits.ts'

const LONGEST_TEXT = 100
const SCIENTIFIC = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i
const SPREADSHEET_FLOAT = /^(\d{7,15})\.0+$/
/** A slash is a separator only before a whole part: "0803 123 4567/8" means two numbers. */
const PHONE_SHAPE = /^[\d\s+()[\].·_\p{Pd}]*(?:\/(?:[\s()[\].·_\p{Pd}]*\d){4}[\d\s()[\].·_\p{Pd}]*)*$/u

export type PhoneText = { digits: string } | { reason: 'empty' | 'too_long' | 'not_a_number' | 'scientific_notation' }

/** What was typed for a number as `digits`, led by one plus when it is international. Says nothing about validity. */
export function readPhoneText(raw: string): PhoneText {
  const text = plainText(raw)
  if (text.length > LONGEST_TEXT) return { reason: /[^\d\s+()-]/.test(text) ? 'not_a_number' : 'too_long' }
  if (SCIENTIFIC.test(text)) return { reason: 'scientific_notation' }
  if (!PHONE_SHAPE.test(text)) return { reason: 'not_a_number' }
  // A spreadsheet's export of a number cell; as a separator the dot would add a digit.
  const digits = (SPREADSHEET_FLOAT.exec(text)?.[1] ?? text).replace(/[^\d+]/g, '').replace(/^\++(?:00)?/, '+')
  if (!/\d/.test(digits)) return { reason: 'empty' }
  return digits.lastIndexOf('+') > 0 ? { reason: 'not_a_number' } : { digits }
}

/** Without what cannot be seen, quotes, and the marks by which programs say "this is a phone number". */
function plainText(raw: string): string {
  const visible = /^[\x20-\x7e]*$/.test(raw)
    ? raw
    : asciiDigits(raw)
        .replace(/\s/g, ' ')
        .replace(/＋/g, '+')
        .replace(/[\p{Cc}\p{Cf}\p{Mn}\p{Me}]/gu, '')
  return visible
    .trim()
    .replace(/^=(?=["'])/, '')
    .replace(/["'`´‘’‚‛“”„«»]/g, '')
    .trim()
    .replace(/^(?:tel|callto|sms|whatsapp):(?:\/\/)?/i, '')
    .trim()
}
