import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isWebAddress, withQuery, mixedName, nextNumber } from '../till/names.ts'
import type { Charge } from '../till/charge.ts'
import { baseOf, type Desk } from '../till/pages.ts'
import { readMajor, type Sum } from '../till/sum.ts'
import { flutterwaveRefusal } from './errors.ts'
import { flutterwaveNotice } from './shapes.ts'

const TAKEN = new Set('GBP XAF EGP EUR GHS KES MWK NGN RWF ZAR TZS UGX USD XOF ZMW'.split(' '))
const WITHOUT_DECIMALS = new Set(['RWF', 'XAF', 'XOF'])

const body = z.object({
  tx_ref: z.string().min(1),
  amount: z.union([z.string(), z.number()]),
  currency: z.string().default('NGN'),
  redirect_url: z.string(),
  customer: z.object({
    email: z.email(),
    name: z.string().optional(),
    phonenumber: z.union([z.string(), z.number()]).optional(),
  }),
  session_duration: z.coerce.number().positive().max(1_440).optional(),
  customizations: z.object({ title: z.string().optional(), description: z.string().optional() }).optional(),
  meta: z.unknown().optional(),
})
type Asked = z.output<typeof body>

/** What Flutterwave keeps of a payment besides. */
export type Extras = WeakMap<Charge, { name: string; meta: unknown }>

/** `POST /v3/payments`. The same `tx_ref` for the same sum leads to the same page, so that it can be paid once only. */
export function begin(desk: Desk, extras: Extras, request: FastifyRequest): object {
  const asked = read(request.body)
  const known = desk.charges.byReference('flutterwave', asked.tx_ref)
  const sum = sumOf(asked)
  if (known && (known.asked.units !== sum.units || known.asked.currency !== sum.currency))
    throw flutterwaveRefusal(400, 'Duplicate transaction reference. Please check and try again')
  const { pageUrl } = known ?? open(desk, extras, { request, asked, sum })
  return { status: 'success', message: 'Hosted Link', data: { link: pageUrl } }
}

type New = { request: FastifyRequest; asked: Asked; sum: Sum }

function open(desk: Desk, extras: Extras, { request, asked, sum }: New): Charge {
  const id = mixedName('', 20).toLowerCase()
  const charge: Charge = desk.charges.add({
    provider: 'flutterwave',
    id,
    number: nextNumber(),
    reference: asked.tx_ref,
    asked: sum,
    email: asked.customer.email,
    owner: asked.customer.email,
    description: [asked.customizations?.title, asked.customizations?.description].filter(Boolean).join(': '),
    pageUrl: `${baseOf(request)}/pay/flutterwave/${id}`,
    expiresAt: endOf(asked),
    needsCapture: false,
    talk: {
      notice: (event, at) => flutterwaveNotice({ charge, ...extra }, event, at),
      wayBack: (outcome) => withQuery(asked.redirect_url, returned(charge, outcome)),
    },
  })
  const extra = { name: asked.customer.name ?? 'Anonymous customer', meta: asked.meta ?? null }
  extras.set(charge, extra)
  return charge
}

/** What stands in the address of the way back. Who leaves before the money has come leaves a payment that is pending. */
function returned(charge: Charge, outcome: 'paid' | 'cancelled'): Record<string, string> {
  const { reference: tx_ref, state, tries } = charge
  if (outcome === 'cancelled') return { status: 'cancelled', tx_ref }
  return state === 'paid'
    ? { status: 'successful', tx_ref, transaction_id: `${tries.at(-1)}` }
    : { status: 'pending', tx_ref }
}

const endOf = ({ session_duration }: Asked): Date | null =>
  session_duration === undefined ? null : new Date(Date.now() + session_duration * 60_000)

function read(given: unknown): Asked {
  const asked = body.safeParse(given ?? {})
  if (!asked.success) {
    const place = asked.error.issues[0]?.path.join('.') ?? 'tx_ref'
    throw flutterwaveRefusal(400, `${place} is required and must be valid`)
  }
  if (!isWebAddress(asked.data.redirect_url)) throw flutterwaveRefusal(400, 'redirect_url must be a valid url')
  return asked.data
}

/** Flutterwave's amounts: major units, with decimals where the currency has them. */
function sumOf({ amount, currency }: Asked): Sum {
  if (!TAKEN.has(currency)) throw flutterwaveRefusal(400, `Currency ${currency} is not supported`)
  const decimals = WITHOUT_DECIMALS.has(currency) ? 0 : 2
  const units = readMajor(String(amount), decimals)
  if (units === null) throw flutterwaveRefusal(400, `amount must be a number with at most ${decimals} decimals`)
  if (units < 1n) throw flutterwaveRefusal(400, 'amount must be greater than 0')
  return { units, decimals, currency }
}
