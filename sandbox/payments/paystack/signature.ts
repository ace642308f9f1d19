import { createHmac } from 'node:crypto'
import type { Signer } from '../signer.ts'

/** `x-paystack-signature`: over the body alone, so a notice of yesterday is as well signed as one of today. */
export const paystackSigner =
  (secret: string): Signer =>
  ({ body, forged }) => ({
    'x-paystack-signature': createHmac('sha512', forged ? `not ${secret}` : secret)
      .update(body)
      .digest('hex'),
  })
