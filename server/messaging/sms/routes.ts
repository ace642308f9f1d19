import type { z } from 'zod/mini'
import { errors, type ErrorCode } from '#contract/errors.ts'
import {
  getCommunicationGroups,
  quoteSms as quoteCall,
  sendSms as sendCall,
  type smsSent,
} from '#contract/messaging/sms.ts'
import { audit } from '#server/identity/index.ts'
import { listGroups } from '#server/people/index.ts'
import type { House } from '#server/platform/house.ts'
import { ApiError, clientGone } from '#server/platform/http/index.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { destinationOf } from './legacy-destination.ts'
import { audienceOf, longListsInTurn } from './audience.ts'
import { quoteSms } from './quote-sms.ts'
import { sendSms } from './send-sms.ts'

type SmsSent = z.input<typeof smsSent>
type Refusal = NonNullable<SmsSent['code']>

/** Refusals of a send that a person must read; they come as HTTP 200 with `status: false`. */
const readable: readonly ErrorCode[] = [
  'not_enough_units',
  'sender_not_approved',
  'no_recipients',
  'quote_changed',
] satisfies Refusal[]

export function smsRoutes(serve: Serve, { enqueue }: House): void {
  serve(quoteCall, ({ caller, body, reply, transact }) =>
    longListsInTurn(body.destination, clientGone(reply), async () => {
      const church = { tenantId: caller.tenantId, isoCode: caller.church.isoCode }
      const audience = await audienceOf(body.destination, church.isoCode)
      return transact((tx) => quoteSms(tx, church, { ...body, audience }))
    }),
  )

  serve(sendCall, async ({ caller, actor, body, at, reply, transact }) => {
    const sender = { tenantId: caller.tenantId, accountId: caller.accountId, isoCode: caller.church.isoCode, at }
    const { subject: senderId, message, neutralName, quotedUnits = null } = body
    const destination = destinationOf(body)
    const send = async (): Promise<SmsSent> => {
      const audience = await audienceOf(destination, sender.isoCode)
      const input = { senderId, audience, message, neutralName, quotedUnits }
      return transact(async (tx): Promise<SmsSent> => {
        const { id, recipients, units } = await sendSms(tx, enqueue, sender, input)
        await audit(tx, caller.tenantId, actor, {
          act: 'message.sent',
          subjectId: id,
          details: { recipients, units },
          at,
        })
        return {
          status: true,
          message: 'Your sms has been sent successfully!',
          unitsUsed: units,
          sentMessageDTO: { id, message, smsUnitsUsed: units, report: [{ status: 'queued' }] },
        }
      })
    }
    try {
      return await longListsInTurn(destination, clientGone(reply), send)
    } catch (error) {
      return refusalOf(error)
    }
  })

  serve(getCommunicationGroups, async ({ transact }) =>
    transact(async (tx) => {
      const groups = await listGroups(tx)
      const byCategory = Map.groupBy(groups, (group) => group.category)
      return Object.fromEntries(
        [...byCategory].map(([heading, members]) => [
          heading,
          members.map(({ id, name }) => ({ id, name, category: 'group' })),
        ]),
      )
    }),
  )
}

function refusalOf(error: unknown): SmsSent {
  if (!(error instanceof ApiError) || !readable.includes(error.code)) throw error
  return { status: false, message: errors[error.code].message, unitsUsed: 0, code: error.code as Refusal }
}
