import type { WelcomeDoubt } from '#contract/followup/welcome.ts'
import { cleanEmail, cleanName, cleanText, foldText, normalisePhone } from '../../people/index.ts'

/** What is typed on the form, as it is kept. `typed`: the fields as they came, for a form that is shown again. */
export type Said = { firstName: string; lastName: string; phone: string; smsConsent: boolean; place: string | null }
export type Typed = Record<'firstName' | 'lastName' | 'phone' | 'place' | 'token' | 'trap', string> & { sms: boolean }
export type Fault = 'firstName' | 'phoneMissing' | 'phoneShort' | 'phoneWrong'

const PLACE_MAX_LENGTH = 40
/** More of a field is never shown again. */
const SHOWN_MAX_LENGTH = 200

export function readTyped(form: URLSearchParams): Typed {
  const field = (name: string): string => (form.get(name) ?? '').slice(0, SHOWN_MAX_LENGTH)
  return {
    firstName: field('firstName'),
    lastName: field('lastName'),
    phone: field('phone'),
    place: field('at'),
    token: field('token'),
    trap: field('website'),
    sms: form.get('sms') === 'yes',
  }
}

/** What was said, or what is wrong with it. Phones are read as the church's country dials them. */
export function readSaid(typed: Typed, isoCode: string): { said: Said; faults: null } | { faults: Fault[] } {
  const [firstName, lastName] = [cleanName(typed.firstName), cleanName(typed.lastName)]
  const phone = normalisePhone(typed.phone, isoCode)
  const faults: Fault[] = firstName === '' ? ['firstName'] : []
  if (phone.ok && faults.length === 0)
    return {
      said: { firstName, lastName, phone: phone.e164, smsConsent: typed.sms, place: placeOf(typed.place) },
      faults: null,
    }
  if (!phone.ok) faults.push(faultOf(phone.reason))
  return { faults }
}

/** Where a poster hangs, as its code says; null: it does not. */
export const placeOf = (text: string): string | null => cleanText(text, PLACE_MAX_LENGTH) || null

function faultOf(reason: string): Fault {
  if (reason === 'empty') return 'phoneMissing'
  return reason === 'too_short' ? 'phoneShort' : 'phoneWrong'
}

type Named = { firstName: string; lastName: string }

/** Nobody reads three questions and types the answers in less. */
const HURRIED_MS = 2_000
const STALE_MS = 24 * 3_600_000

/** Longer than the name of somebody, and shorter than what a stranger would have said. */
const NAME_MAX_LENGTH = 40
/** A web address with or without what it begins with, an email, a number to call, a sum. */
const NO_NAME = /:|\/|@|www\.|[\p{L}\p{M}\p{N}]\.\p{L}{2}|\p{Sc}|\d[\d\s.,-]*\d/iu

/** Whether a name is one: it stands in messages of the church to a number that a stranger typed. */
const isName = ({ firstName, lastName }: Named): boolean =>
  [firstName, lastName].every((name) => name.length <= NAME_MAX_LENGTH && !NO_NAME.test(name))

type Pressed = { trap: string; opened: Date | null; said: Named; at: Date }

/** What is odd about a press. `opened` null: its page was never opened here. */
export function doubtsOf({ trap, opened, said, at }: Pressed): WelcomeDoubt[] {
  const doubts: WelcomeDoubt[] = [...(trap === '' ? [] : ['trap' as const]), ...(isName(said) ? [] : ['name' as const])]
  const age = opened && at.getTime() - opened.getTime()
  if (age === null) return [...doubts, 'forged']
  if (age < HURRIED_MS) doubts.push('hurried')
  if (age > STALE_MS) doubts.push('stale')
  return doubts
}

/** Whether two names are the same to whoever reads them: marks and capitals aside. */
export const isSameName = (one: Named, other: Named): boolean =>
  foldText(`${one.firstName} ${one.lastName}`) === foldText(`${other.firstName} ${other.lastName}`)

/** What is added behind "Thank you"; undefined: this press says nothing about it. */
export type Added = { sourceId?: number; interest?: number; email?: string; emailConsent?: boolean }

/** Null: what was typed for an email is none. */
export function readAdded(form: URLSearchParams): Added | null {
  const number = (name: string): number | undefined => {
    const value = form.get(name)
    return value !== null && /^\d{1,5}$/.test(value) ? Number(value) : undefined
  }
  const [sourceId, interest] = [number('source'), number('interest')]
  const typed = form.get('email')
  const email = typed === null ? '' : cleanEmail(typed.slice(0, 400))
  if (email === null || email.length > 254) return null
  return {
    ...(sourceId !== undefined && { sourceId }),
    ...(interest !== undefined && { interest }),
    ...(email !== '' && { email, emailConsent: form.get('emails') === 'yes' }),
  }
}
