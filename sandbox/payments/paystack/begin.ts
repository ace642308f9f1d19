import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isWebAddress, withQuery, mixedName, nextNumber } from '../till/names.ts'
import type { Charge } from '../till/charge.ts'
import { baseOf, type Desk } from '../till/pages.ts'
import { readUnits, type Sum } from '../till/sum.ts'
import { paystackRefusal, unfit } from './errors.ts'
import type { Refused } from '../till/refused.ts'
import { paystackNotice } from './shapes.ts'

/** What Paystack keeps of a transaction besides. */
export type Extras = WeakMap<Charge, { metadata: object | string }>

const TAKEN = new Set(['GHS', 'KES', 'NGN', 'ZAR', 'USD'])
const REFERENCE = /^[A-Za-z0-9.=-]{1,100}$/
const CHANNELS = ['card', 'bank', 'ussd', 'qr', 'eft', 'mobile_money', 'bank_transfer'] as const

const body = z.object({
  email: z.string().default(''),
  amount: z.unknown(),
  currency: z.string().default('NGN'),
  reference: z.string().optional(),
  callback_url: z.string().optional(),
  channels: z.array(z.enum(CHANNELS)).optional(),
  metadata: z.union([z.record(z.string(), z.unknown()), z.string()]).optional(),
})
type Asked = z.output<typeof body>

/** `POST /transaction/initialize` */
export function begin(desk: Desk, extras: Extras, request: FastifyRequest): object {
  const asked = read(request.body)
  const reference = asked.reference ?? mixedName('', 10).toLowerCase()
  if (desk.charges.byReference('paystack', reference)) throw duplicate()
  const accessCode = mixedName('', 15).toLowerCase()
  const { callback_url: callback, metadata = '' } = asked
  const charge: Charge = desk.charges.add({
    provider: 'paystack',
    id: accessCode,
    number: nextNumber(),
    reference,
    asked: paystackSum(asked),
    email: asked.email,
    owner: asked.email,
    description: descriptionOf(asked),
    pageUrl: `${baseOf(request)}/pay/paystack/${accessCode}`,
    expiresAt: null,
    needsCapture: false,
    talk: {
      notice: (event, at) => paystackNotice({ charge, metadata }, event, at),
      wayBack: (outcome) => {
        const back = callback === undefined ? null : withQuery(callback, { trxref: reference, reference })
        return outcome === 'paid' ? back : (cancelAction(asked) ?? back)
      },
    },
  })
  extras.set(charge, { metadata })
  return {
    status: true,
    message: 'Authorization URL created',
    data: { authorization_url: charge.pageUrl, access_code: accessCode, reference },
  }
}

function read(given: unknown): Asked {
  const asked = body.safeParse(given ?? {})
  if (!asked.success)
    throw unfit(
      `Invalid ${String(asked.error.issues[0]?.path[0] ?? 'request')}`,
      'invalid_params',
      'Ensure that you are passing the right values',
    )
  const { email, reference, callback_url } = asked.data
  if (!z.email().safeParse(email).success)
    throw unfit('Invalid Email Address Passed', 'invalid_email_address', 'Ensure that the email address is valid')
  if (reference !== undefined && !REFERENCE.test(reference))
    throw unfit(
      'Invalid transaction reference',
      'invalid_reference',
      'Only -, ., = and alphanumeric characters allowed',
    )
  if (callback_url !== undefined && !isWebAddress(callback_url))
    throw unfit('Invalid callback URL', 'invalid_callback_url', 'Ensure that the callback URL is a full address')
  return asked.data
}

/** One reference, one transaction. */
export const duplicate = (): Refused =>
  unfit(
    'Duplicate Transaction Reference',
    'duplicate_reference',
    'Try and create the Transaction or Charge with a new reference',
  )

/** Paystack's amounts: a hundred to each major unit, whatever the currency. */
export function paystackSum({ amount, currency }: Pick<Asked, 'amount' | 'currency'>): Sum {
  if (!TAKEN.has(currency))
    throw paystackRefusal(403, {
      message: 'Currency not supported by merchant',
      nextStep: 'Ensure that the currency is enabled on your integration',
      type: 'validation_error',
      code: 'unsupported_currency',
    })
  const units = readUnits(amount)
  if (units === null || units < 1n)
    throw unfit(
      'Invalid Amount Sent',
      'invalid_amount',
      'Ensure that the amount is a whole number of the smallest unit, above zero',
    )
  return { units, decimals: 2, currency }
}

const named = z.object({ description: z.string().optional(), cancel_action: z.string().optional() })
const fieldsOf = z.object({
  custom_fields: z.array(z.object({ display_name: z.string(), value: z.union([z.string(), z.number()]) })).catch([]),
})

/** Callers send metadata as an object, or as the text of one. */
function metadataOf({ metadata }: Pick<Asked, 'metadata'>): unknown {
  if (typeof metadata !== 'string') return metadata ?? {}
  try {
    const read: unknown = JSON.parse(metadata)
    return read
  } catch {
    return {}
  }
}

function cancelAction(asked: Asked): string | null {
  const address = named.safeParse(metadataOf(asked)).data?.cancel_action
  return address !== undefined && isWebAddress(address) ? address : null
}

/** Paystack itself has no place for what is bought: callers write it into the metadata. */
export function descriptionOf(asked: Pick<Asked, 'metadata'>): string {
  const metadata = metadataOf(asked)
  const fields = fieldsOf.safeParse(metadata).data?.custom_fields ?? []
  return named.safeParse(metadata).data?.description ?? fields.map(({ value }) => String(value)).join(', ')
}
