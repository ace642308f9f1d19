export { asciiDigits } from './ascii-digits.ts'
export { nationalDigits } from './national-digits.ts'
export { normalisePhone, type NormalisedPhone } from './normalise-phone.ts'
export { splitPhones } from './split-phones.ts'
