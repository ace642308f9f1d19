import fc from 'fast-check'

const LAST_CODE_POINT = 0x10_ffff
const SURROGATES = { first: 0xd800, last: 0xdfff }

/** Any sign of Unicode. fast-check's own unit `binary` takes seconds to set up. */
const anySign = fc
  .integer({ min: 0, max: LAST_CODE_POINT })
  .filter((code) => code < SURROGATES.first || code > SURROGATES.last)
  .map((code) => String.fromCodePoint(code))

/** Well-formed text of any signs, plain letters among them. */
export const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.oneof(anySign, fc.string({ minLength: 1, maxLength: 1 })), { maxLength }).map((signs) => signs.join(''))
