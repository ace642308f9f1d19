import { quoteResend as quoteResendCall, resendSms as resendCall } from '#contract/messaging/resends.ts'
import { destination, type Destination, testSms as testCall } from '#contract/messaging/sms.ts'
import { audit } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError, type Serve } from '../../platform/http/index.ts'
import { footerOf } from '../opt-out-links/index.ts'
import { quoteResend } from './quote-sms.ts'
import { resendSms } from './send-sms.ts'
import { testSms } from './test-sms.ts'

/** What stands behind a bulk message; `wanted` left out: as the church has set it. */
export const footerIn =
  ({ config: { publicUrl } }: AppContext) =>
  (tx: Tx, wanted?: boolean) =>
    footerOf(tx, { publicUrl, wanted })

/** To see a message on a phone, and to send one again to those whom it failed to reach. */
export function againRoutes(serve: Serve, context: AppContext): void {
  const { enqueue } = context
  const footerFor = footerIn(context)
  serve(testCall, ({ caller, actor, body, at, transact }) =>
    transact(async (tx) => {
      const { tenantId, accountId, personId, church } = caller
      const footer = await footerFor(tx, body.optOutLink)
      const tester = { tenantId, accountId, personId, isoCode: church.isoCode, at }
      const sent = await testSms(tx, enqueue, tester, { ...body, footer })
      await audit(tx, tenantId, actor, { act: 'message.tested', details: sent, at })
      return sent
    }),
  )

  serve(
    quoteResendCall,
    ({ caller: { tenantId, church }, params: { id }, query: { routeId, reasons }, at, transact }) => {
      const resending = { id, routeId, reasons: reasonsIn(reasons), at }
      return transact(async (tx) =>
        quoteResend(
          tx,
          { ...church, tenantId },
          { ...resending, footerFor: (optOutLink) => footerFor(tx, optOutLink) },
        ),
      )
    },
  )

  serve(resendCall, ({ caller, actor, params, body, at, transact }) =>
    transact(async (tx) => {
      const sender = { tenantId: caller.tenantId, accountId: caller.accountId, isoCode: caller.church.isoCode, at }
      const { quotedUnits = null, ...wanted } = body
      const sent = await resendSms(tx, enqueue, sender, {
        ...params,
        ...wanted,
        footerFor: (optOutLink) => footerFor(tx, optOutLink),
        quotedUnits,
      })
      const { id, recipients, units } = sent
      await audit(tx, caller.tenantId, actor, {
        act: 'message.sent',
        subjectId: id,
        details: { recipients, units },
        at,
      })
      return sent
    }),
  )
}

/** Reasons split by commas. Throws `invalid_input`. */
function reasonsIn(list: string | undefined): Destination['failedFor'] {
  if (list === undefined) return undefined
  const reasons = destination.shape.failedFor.safeParse(list.split(','))
  if (reasons.success) return reasons.data
  throw new ApiError('invalid_input', { fields: { 'query.reasons': 'Write reasons, split by commas.' } })
}
