/** Zeros of the scripts in which phone numbers are written; the nine signs after each are 1 to 9. */
const ZEROS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50, 0x0ed0,
  0x0f20, 0x1040, 0x17e0, 0x1810, 0xff10, 0x1e950,
]

/** Digits of other scripts (Arabic-Indic, Persian, N’Ko, Adlam, Devanagari, full-width …) as 0 to 9. */
export function asciiDigits(text: string): string {
  return /[^\x00-\x7f]/.test(text) ? text.replace(/\p{Nd}/gu, asciiDigit) : text
}

function asciiDigit(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  const zero = ZEROS.find((each) => code >= each && code <= each + 9)
  return zero === undefined ? sign : String(code - zero)
}
