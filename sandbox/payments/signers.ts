import { flutterwaveSigner } from './flutterwave/signature.ts'
import { paypalSigner } from './paypal/signature.ts'
import { paystackSigner } from './paystack/signature.ts'
import type { PaymentSecrets } from './provider.ts'
import type { Signers } from './signer.ts'
import { stripeSigner } from './stripe/signature.ts'

/** Each provider's way to sign its notices. */
export const signersOf = (secrets: PaymentSecrets): Signers => ({
  stripe: stripeSigner(secrets.STRIPE_WEBHOOK_SECRET),
  paystack: paystackSigner(secrets.PAYSTACK_SECRET_KEY),
  flutterwave: flutterwaveSigner(secrets.FLUTTERWAVE_WEBHOOK_HASH),
  paypal: paypalSigner(secrets),
})
