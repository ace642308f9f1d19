import { z } from 'zod'
import type { Charge } from '../till/charge.ts'
import { mixedName, nextNumber } from '../till/names.ts'
import type { Desk } from '../till/pages.ts'
import { descriptionOf, duplicate, paystackSum } from './begin.ts'
import { unfit } from './errors.ts'
import { disputeObject, paystackNotice, transactionObject } from './shapes.ts'

const body = z.object({
  email: z.email(),
  amount: z.unknown(),
  currency: z.string().default('NGN'),
  authorization_code: z.string(),
  reference: z.string(),
  metadata: z.string().default('{}'),
})

/** `POST /transaction/charge_authorization`: a kept card, without its payer. Declined is an answer here, no refusal. */
export function chargeCard(desk: Desk, given: unknown): object {
  const asked = body.safeParse(given ?? {})
  if (!asked.success)
    throw unfit(`Invalid ${String(asked.error.issues[0]?.path[0] ?? 'request')}`, 'invalid_params', 'Pass all of them')
  const { email, amount, currency, authorization_code, reference, metadata } = asked.data
  if (desk.charges.byReference('paystack', reference)) throw duplicate()
  const card = desk.cards.find('paystack', authorization_code)
  if (!card || card.owner !== email)
    throw unfit('Authorization code is invalid', 'invalid_authorization_code', 'Pass one that is active and reusable')
  const charge: Charge = desk.charges.add({
    provider: 'paystack',
    id: mixedName('', 15).toLowerCase(),
    number: nextNumber(),
    reference,
    asked: paystackSum({ amount, currency }),
    email,
    owner: email,
    description: descriptionOf({ metadata }),
    pageUrl: '',
    expiresAt: null,
    needsCapture: false,
    talk: { notice: (event, at) => paystackNotice({ charge, metadata }, event, at), wayBack: () => null },
  })
  desk.till.chargeCard(charge, card)
  charge.card = card
  return { status: true, message: 'Charge attempted', data: { ...transactionObject(charge, ''), plan: null } }
}

/** `POST /customer/authorization/deactivate` */
export function deactivate(desk: Desk, given: unknown): object {
  const code = z.object({ authorization_code: z.string() }).safeParse(given).data?.authorization_code
  const card = code === undefined ? null : desk.cards.find('paystack', code)
  if (!card) throw unfit('Authorization code is invalid', 'invalid_authorization_code', 'Pass an active one')
  card.isRemoved = true
  return { status: true, message: 'Authorization has been deactivated' }
}

/** `GET /dispute?transaction=…`: the newest first. */
export function listDisputes({ charges }: Desk, transaction: string | undefined): object {
  const data: object[] = []
  for (const charge of charges.kept.newestFirst()) {
    if (charge.provider !== 'paystack') continue
    if (transaction !== undefined && String(charge.number) !== transaction) continue
    data.push(...charge.disputes.toReversed().map((dispute) => disputeObject({ charge, metadata: {} }, dispute)))
  }
  const meta = { total: data.length, skipped: 0, perPage: 100, page: 1, pageCount: 1 }
  return { status: true, message: 'Disputes retrieved', data, meta }
}
