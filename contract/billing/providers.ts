import { z } from 'zod/mini'

/** Payment providers, by the names that payments keep. */
export const providers = ['stripe', 'paystack', 'flutterwave', 'paypal'] as const
export const provider = z.enum(providers)
export type Provider = z.infer<typeof provider>

/** How a payment is made: by hand through a bank, or on the page of a provider. */
export const paymentMethods = ['bank_transfer', ...providers] as const
