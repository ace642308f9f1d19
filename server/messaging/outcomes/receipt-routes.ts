import { smsReceipts } from '#contract/messaging/receipts.ts'
import type { House } from '#server/platform/house.ts'
import { ApiError } from '#server/platform/http/index.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { receiveReceipts } from './receive-receipts.ts'
import type { Gateways } from '../gateways/gateways.ts'

export function receiptRoutes(serve: Serve, house: House, gateways: Gateways): void {
  serve(smsReceipts, async ({ params, request, at }) => {
    const gateway = gateways.find(params.gateway)
    if (!gateway) throw new ApiError('not_found')
    const { rawBody } = request
    const receipts = rawBody ? gateway.readReceipts({ rawBody, headers: request.headers, at }) : 'unsigned'
    if (receipts === 'unsigned') throw new ApiError('bad_signature')
    if (receipts === 'unreadable') throw new ApiError('invalid_input')
    await receiveReceipts(house, receipts, at)
    return { received: receipts.length }
  })
}
