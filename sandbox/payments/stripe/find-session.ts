import { z } from 'zod'
import type { Desk } from '../till/pages.ts'
import { noSuch } from './errors.ts'
import { readForm } from './form.ts'
import type { Books, Session, Expand } from './session.ts'

/** The session of this name, ended when its time is over. Throws Stripe's `resource_missing`. */
export function findSession(desk: Desk, books: Books, id: string): Session {
  const charge = desk.charges.byId('stripe', id)
  const session = charge && books.sessions.get(charge)
  if (!session?.isPage) throw noSuch(404, 'checkout.session', { id, param: 'session' })
  desk.till.endOverdue(session.charge)
  return session
}

/** All sessions, the newest first. */
export function* everySession(desk: Desk, books: Books): Generator<Session, void, void> {
  for (const session of everyCharge(desk, books)) if (session.isPage) yield session
}

/** Those, and what kept cards were charged, the newest first. */
export function* everyCharge(desk: Desk, books: Books): Generator<Session, void, void> {
  for (const charge of desk.charges.kept.newestFirst()) {
    const session = books.sessions.get(charge)
    if (session) yield session
  }
}

/** The session whose PaymentIntent or charge has this name. */
export function sessionPaidBy(desk: Desk, books: Books, name: string): Session | undefined {
  for (const session of everyCharge(desk, books))
    if (session.charge.tries.length > 0 && (session.intentId === name || session.chargeId === name)) return session
  return undefined
}

/** `expand[]` of an address or a form. */
export function expandOf(url: string): Expand {
  const { expand } = readForm(url.split('?')[1] ?? '')
  return z.array(z.string()).catch([]).parse(expand)
}
