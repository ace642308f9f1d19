import { askedSmsReceipts, smsReceipts } from '#contract/messaging/receipts.ts'
import { askedSmsReplies, smsReplies } from '#contract/messaging/replies.ts'
import type { AppContext } from '../platform/app-context.ts'
import { ApiError, type Serve } from '../platform/http/index.ts'
import { receiptBooker } from './campaigns/index.ts'
import { openGateways } from './gateways/index.ts'
import { receiveReplies } from './replies/index.ts'

type Came = {
  params: { gateway: string }
  request: { url: string; rawBody: Buffer | null; headers: object }
  at: Date
}

/** Where gateways call us: receipts at one address and replies at another, or both at either where the gateway knows one only. */
export function gatewayWebhooks(serve: Serve, context: AppContext): void {
  const gateways = openGateways(context.config)
  const bookReceipts = receiptBooker(context)

  const take =
    (wanted: 'receipts' | 'replies') =>
    async (came: Came): Promise<{ received: number }> => {
      const { params, request, at } = came
      const { url, rawBody, headers } = request
      const signed = gateways.signed(params.gateway, { url, rawBody, headers: { ...headers }, at })
      if (!signed) throw new ApiError('not_found')
      const { gateway, call } = signed
      const brings = (what: typeof wanted): boolean => what === wanted || gateway.hasOneAddress === true
      const receipts = brings('receipts') ? readable(gateway.readReceipts(call)) : []
      const replies = brings('replies') ? readable(gateway.readReplies(call)) : []
      if (receipts.length > 0) await bookReceipts(params.gateway, receipts)
      const named = replies.map((reply) => ({ ...reply, gateway: params.gateway }))
      await receiveReplies(context, named, at)
      return { received: receipts.length + replies.length }
    }
  serve(smsReceipts, take('receipts'))
  serve(askedSmsReceipts, take('receipts'))
  serve(smsReplies, take('replies'))
  serve(askedSmsReplies, take('replies'))
}

function readable<Read>(read: Read[] | 'unsigned' | 'unreadable'): Read[] {
  if (read === 'unsigned') throw new ApiError('bad_signature')
  if (read === 'unreadable') throw new ApiError('invalid_input')
  return read
}
