/**
 * How the digits of a mobile number stand after its country's calling code. A number of another length, or of a
 * country that is not here, is left whole rather than grouped by guess.
 */
const GROUPS: Record<string, readonly number[]> = {
  '1': [3, 3, 4],
  '27': [2, 3, 4],
  '33': [1, 2, 2, 2, 2],
  '44': [4, 6],
  '220': [3, 4],
  '221': [2, 3, 2, 2],
  '223': [2, 2, 2, 2],
  '224': [3, 2, 2, 2],
  '225': [2, 2, 2, 4],
  '226': [2, 2, 2, 2],
  '227': [2, 2, 2, 2],
  '228': [2, 2, 2, 2],
  '229': [2, 2, 2, 2, 2],
  '231': [2, 3, 4],
  '232': [2, 3, 3],
  '233': [2, 3, 4],
  '234': [3, 3, 4],
  '237': [1, 2, 2, 2, 2],
  '241': [2, 2, 2, 2],
  '242': [2, 3, 4],
  '243': [3, 3, 3],
  '244': [3, 3, 3],
  '250': [3, 3, 3],
  '251': [2, 3, 4],
  '254': [3, 3, 3],
  '255': [3, 3, 3],
  '256': [3, 3, 3],
  '257': [2, 2, 2, 2],
  '258': [2, 3, 4],
  '260': [2, 3, 4],
  '263': [2, 3, 4],
  '264': [2, 3, 4],
  '265': [3, 2, 2, 2],
  '267': [2, 3, 3],
}

const sum = (sizes: readonly number[]) => sizes.reduce((whole, size) => whole + size, 0)

/** No calling code is the beginning of another, so the first that fits is the right one. */
const codeOf = (digits: string) =>
  [1, 2, 3].map((length) => digits.slice(0, length)).find((code) => Object.hasOwn(GROUPS, code))

/** An E.164 number in groups as one reads it aloud: `+2348031234567` is `+234 803 123 4567`. */
export function groupPhone(e164: string): string {
  const digits = /^\+(\d{5,15})$/.exec(e164)?.[1]
  const code = digits && codeOf(digits)
  const sizes = code && GROUPS[code]
  if (!sizes || digits.length !== code.length + sum(sizes)) return e164
  const groups = sizes.map((size, index) => {
    const from = code.length + sum(sizes.slice(0, index))
    return digits.slice(from, from + size)
  })
  return `+${[code, ...groups].join(' ')}`
}
