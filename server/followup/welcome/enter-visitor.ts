import { optOut, permitted, type Writer } from '../../people/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { enterNewcomer, selectByPhone } from '../profiles/index.ts'
import type { Entry } from './entry-store.ts'
import { hasEmail } from './review-store.ts'

type Visitor = Pick<
  Entry,
  'firstName' | 'lastName' | 'phone' | 'email' | 'smsConsent' | 'emailConsent' | 'day' | 'sourceId' | 'interest'
>

const unasked = {
  gender: null,
  maritalStatus: null,
  birthDay: null,
  birthMonth: null,
  birthYear: null,
  address: null,
  wantsVisit: null,
} as const

/**
 * Makes a first-timer of a visitor, in the pool, whose clock runs from the visit. Who did not agree to messages gets none;
 * where somebody else of the church has the number or address, what they agreed to stays as it is.
 */
export async function enterVisitor(
  tx: Tx,
  writer: Writer,
  { by, visitor }: { by: string | null; visitor: Visitor },
): Promise<string> {
  const { smsConsent, emailConsent, day, ...answers } = visitor
  const { phone, email, firstName, lastName, sourceId, interest } = answers
  const isShared = (await selectByPhone(tx, phone)) !== null
  if (!smsConsent && !isShared) await refuse(tx, writer, { channel: 'sms', address: phone })
  if (email && emailConsent === false && !(await hasEmail(tx, email)))
    await refuse(tx, writer, { channel: 'email', address: email.toLowerCase() })
  const body = {
    ...unasked,
    firstName,
    lastName,
    phone,
    email,
    sourceId,
    interest,
    kind: 'first_timer',
    joinedOn: day,
  } as const
  return enterNewcomer(tx, writer, { by, origin: 'form', body })
}

/** What they said themselves before stays as they said it. */
export async function refuse(
  tx: Tx,
  { tenantId, at }: Pick<Writer, 'tenantId' | 'at'>,
  { channel, address }: { channel: 'sms' | 'email'; address: string },
): Promise<void> {
  const [free] = await permitted(tx, { channel, addresses: [address], purpose: 'bulk', at })
  if (free) await optOut(tx, tenantId, { channel, address, source: 'form', at })
}
