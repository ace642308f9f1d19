/** Signs of a check-in code: none looks like another, and without vowels they spell no word. */
export const CODE_ALPHABET = '346789CDFGHJKMNPQRTVWXY'
export const CODE_LENGTH = 6

const signsOf = (text: string): string[] => [...text.toUpperCase().replaceAll(/[\s\-–·.]/g, '')]

const isStrange = (sign: string): boolean => !CODE_ALPHABET.includes(sign)

/** What was typed or scanned as a code: capitals, without spaces and dashes. Null: it cannot be one. */
export function codeIn(text: string): string | null {
  const signs = signsOf(text)
  return signs.length === CODE_LENGTH && !signs.some(isStrange) ? signs.join('') : null
}

/** Of something as long as a code: the signs that no code has, each once. */
export function strangeIn(text: string): string[] {
  const signs = signsOf(text)
  return signs.length === CODE_LENGTH ? [...new Set(signs.filter(isStrange))] : []
}

const OWN_CODE = /^[\dA-Z]{7,20}$/

/** A family's own code (`uniqueCode` of the portal) until it chooses another: the station finds the family by it, and it releases nobody. */
export const ownCodeOf = (familyId: string): string => familyId.replaceAll('-', '').slice(-8).toUpperCase()

/** An own code as it was typed or scanned, in capitals. It is longer than a code of the day. Null: it cannot be one. */
export function ownCodeIn(text: string): string | null {
  const code = signsOf(text).join('')
  return OWN_CODE.test(code) ? code : null
}

/** As it is shown: `K7M 4QX`. */
export const spacedCode = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`
