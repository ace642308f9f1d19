import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** The digits of an E.164 number as dialled at home: +2348031234567 is 08031234567. Null when it is not a number. */
export function nationalDigits(e164: string): string | null {
  const phone = parsePhoneNumberFromString(e164, { extract: false })
  return phone ? phone.formatNational().replace(/\D/g, '') : null
}
