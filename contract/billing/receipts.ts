import { z } from 'zod/mini'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { id, idParams } from '../pages.ts'
import { paymentLine, taxOfSum } from './payments.ts'
import { paymentMethods } from './providers.ts'

/** What was paid, as it stood then. */
export const receipt = z.object({
  /** `NX-2026-000123`: runs without a gap through a calendar year of the installation. */
  number: z.string(),
  paymentId: id,
  /** Instant, ISO 8601. */
  issuedAt: z.string(),
  reference: z.string(),
  method: z.enum(paymentMethods),
  churchName: z.string(),
  payerName: z.string(),
  payerEmail: z.string(),
  /** Of the church, then of whoever issues it, as they were then; empty where none was given. */
  legalName: z.string(),
  taxNumber: z.string(),
  issuerName: z.string(),
  issuerTaxNumber: z.string(),
  amountMinor: z.int(),
  currency: z.string(),
  units: z.nullable(z.int()),
  planName: z.nullable(z.string()),
  months: z.nullable(z.int()),
  /** Without tax. */
  lines: z.array(paymentLine),
  ...taxOfSum,
  /** How the issuer is reached; null where it is not said. */
  supportEmail: z.nullable(z.string()),
  refundedAt: z.nullable(z.string()),
})
export type Receipt = z.infer<typeof receipt>

export const readReceipt = endpoint({
  method: 'GET',
  path: '/api/billing/payments/{id}/receipt',
  access: { ability: 'billing.read', whileGated: true },
  summary: 'The receipt of a payment that succeeded',
  params: idParams,
  response: receipt,
  errors: ['invalid_input', 'not_found'],
})

export const downloadReceipt = endpoint({
  method: 'GET',
  path: '/api/billing/payments/{id}/receipt.pdf',
  access: { ability: 'billing.read', whileGated: true },
  summary: 'The same as a PDF of one page',
  params: idParams,
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'not_found'],
})
