/** Signs of a check-in code: none looks like another, and without vowels they spell no word. */
export const CODE_ALPHABET = '346789CDFGHJKMNPQRTVWXY'
export const CODE_LENGTH = 6

/** What was typed or scanned as a code: capitals, without spaces and dashes. Null: it cannot be one. */
export function codeIn(text: string): string | null {
  const code = text.toUpperCase().replaceAll(/[\s\-–·.]/g, '')
  const isCode = code.length === CODE_LENGTH && [...code].every((sign) => CODE_ALPHABET.includes(sign))
  return isCode ? code : null
}

/** As it is shown: `K7M 4QX`. */
export const spacedCode = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`
