import { createHmac } from 'node:crypto'
import type { Signer } from '../signer.ts'

/** `Stripe-Signature: t=…,v1=…` */
export const stripeSigner =
  (secret: string): Signer =>
  ({ body, at, forged }) => {
    const seconds = Math.floor(at.getTime() / 1_000)
    const key = forged ? `not ${secret}` : secret
    const mac = createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')
    return { 'stripe-signature': `t=${seconds},v1=${mac}` }
  }
