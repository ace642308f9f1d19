import { open, readFile } from 'node:fs/promises'
import { reencode } from '../../../platform/images/index.ts'
import { PROOFS_MOST, type Payment } from '#contract/billing/payments.ts'
import { audit, takeAttempts } from '../../../identity/index.ts'
import type { TenantId, Tx } from '../../../platform/database/index.ts'
import { ApiError, type Upload, type Actor, type Download } from '../../../platform/http/index.ts'
import {
  lockPayment,
  selectPayment,
  type PaymentRecord,
  type ProofRecord,
  selectProof,
  readPayment,
} from '../records/payment-store.ts'
import { insertProof, markPending } from '../records/payment-changes-store.ts'
import { isDecided } from '../settle/step-after.ts'
import { selectBankAccount } from '../../prices/index.ts'
import { placeOrder, type Order } from '../checkout/place-order.ts'

type TransferOrder = Order

/** Begins a payment by bank transfer: a reference to write on it. Throws what `placeOrder` throws, and `no_bank_account`. */
export async function startTransfer(tx: Tx, tenantId: TenantId, order: TransferOrder): Promise<Payment> {
  const id = await placeOrder(tx, tenantId, {
    ...order,
    method: 'bank_transfer',
    check: async ({ currency }) => {
      if (!(await selectBankAccount(tx, currency))) throw new ApiError('no_bank_account')
    },
  })
  return readPayment(tx, tenantId, id)
}

type AddedProof = { paymentId: string; proof: ProofRecord; accountId: string; actor: Actor; at: Date }

/** Refuses what `addProof` would refuse, before a large file is decoded for nothing. */
export async function expectProof(tx: Tx, tenantId: TenantId, paymentId: string): Promise<void> {
  refuseProof(await selectPayment(tx, tenantId, paymentId))
}

/**
 * Keeps a proof of an undecided transfer; with the first one it waits for an operator. Throws `not_found`,
 * `already_decided`, `provider_decides`, `invalid_input` for the eleventh, and `too_many_tries` for those of one church in a day.
 */
export async function addProof(
  tx: Tx,
  tenantId: TenantId,
  { paymentId, proof, accountId, actor, at }: AddedProof,
): Promise<Payment> {
  const { reference, proofs } = refuseProof(await lockPayment(tx, tenantId, paymentId))
  await takeAttempts(tx, [{ kind: 'proofChurch', who: tenantId }], at)
  await insertProof(tx, { ...proof, tenantId, paymentId, addedBy: accountId, at })
  await markPending(tx, tenantId, paymentId)
  const details = { reference, proofs: proofs.length + 1 }
  await audit(tx, tenantId, actor, { act: 'payment.proof_added', subjectId: paymentId, details, at })
  return readPayment(tx, tenantId, paymentId)
}

function refuseProof(payment: PaymentRecord | null): PaymentRecord {
  if (!payment) throw new ApiError('not_found')
  if (payment.method !== 'bank_transfer') throw new ApiError('provider_decides')
  if (isDecided(payment.state)) throw new ApiError('already_decided')
  if (payment.proofs.length >= PROOFS_MOST)
    throw new ApiError('invalid_input', { fields: { proof: `No more than ${PROOFS_MOST} proofs.` } })
  return payment
}

/** What was once written is never changed, and only this browser keeps it. */
const CACHE_S = 3_600

/**
 * A proof as a file: a picture is shown in the page, a PDF saved. With `paymentId` only a proof of that payment. Throws
 * `not_found`, also for another church's.
 */
export async function readProof(
  tx: Tx,
  tenantId: TenantId,
  wanted: { id: string; paymentId?: string },
): Promise<Download> {
  const proof = await selectProof(tx, tenantId, wanted)
  if (!proof) throw new ApiError('not_found')
  const { fileName, contentType, bytes: body } = proof
  const file = { contentType, body, cacheSeconds: CACHE_S }
  return contentType === 'application/pdf' ? { ...file, fileName } : { ...file, fileName, inline: true }
}

/** The longest edge of a kept picture: small print on a photographed slip stays readable. */
const SLIP = { edge: 2_000, shape: 'inside' } as const
const PDF_MAGIC = '%PDF-'

/**
 * An uploaded proof as it is kept: a picture encoded anew, a PDF as it is. What the file calls itself does not count.
 * Throws `unsupported_proof`. Call it before the transaction: it takes its time.
 */
export async function prepareProof(upload: Upload): Promise<ProofRecord> {
  const fileName = upload.name
  if (await isPdf(upload.path)) return { fileName, contentType: 'application/pdf', bytes: await readFile(upload.path) }
  const bytes = await reencode(upload.path, SLIP)
  if (!bytes) throw new ApiError('unsupported_proof')
  return { fileName, contentType: 'image/webp', bytes }
}

async function isPdf(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PDF_MAGIC.length), 0, PDF_MAGIC.length, 0)
    return buffer.subarray(0, bytesRead).toString('latin1') === PDF_MAGIC
  } finally {
    await file.close()
  }
}
