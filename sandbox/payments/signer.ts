import type { PaymentProvider } from './provider.ts'

/** A notice to sign; a forged one is signed with what is not the secret. */
export type Unsigned = { body: string; at: Date; forged: boolean }

/** The headers by which the receiver knows who wrote. */
export type Signer = (notice: Unsigned) => Record<string, string>
export type Signers = Record<PaymentProvider, Signer>
