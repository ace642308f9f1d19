import { readFile } from 'node:fs/promises'
import type { Purchase } from '#contract/billing/payments.ts'
import { addProof, settle, startTransfer, type Outcome } from '../billing/index.ts'
import type { Database, Tx } from '../platform/database/index.ts'
import { systemActor, type Actor } from '../platform/http/index.ts'
import { DEMO_OPERATOR, demoPlans } from './installation.ts'
import { findOperator, findPayer, type Payer } from './demo-store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type DemoTransfer = { daysAgo: number; purchase: Purchase; outcome: Outcome | null }

const thriving = demoPlans.find(({ name }) => name === 'Thriving')?.id ?? ''
const plan = { purpose: 'subscription', currency: 'NGN', planId: thriving } as const

const transfers: DemoTransfer[] = [
  {
    daysAgo: 61,
    purchase: { ...plan, months: 1 },
    outcome: { state: 'failed', reason: 'The slip is of another account. Please send the one of your transfer to us.' },
  },
  { daysAgo: 26, purchase: { purpose: 'units', currency: 'NGN', amount: '5900' }, outcome: { state: 'succeeded' } },
  { daysAgo: 1, purchase: { ...plan, months: 3 }, outcome: null },
]

/** Transfers of a demo church, where it has none yet: one that was refused, one that came, one that waits for an operator. */
export async function makePayments(
  { database, at }: { database: Database; at: Date },
  tenantId: string,
): Promise<void> {
  const slip = await readFile(new URL('./transfer-slip.webp', import.meta.url))
  await database.withOperator({ operatorId: DEMO_OPERATOR, tenantId }, async (tx) => {
    const payer = await findPayer(tx, tenantId)
    if (!payer || payer.hasPaid) return
    const operator = (await findOperator(tx)) ?? systemActor
    for (const transfer of transfers) await makeTransfer(tx, transfer, { payer, operator, slip, at })
  })
}

type Making = { payer: Payer; operator: Actor; slip: Buffer; at: Date }

async function makeTransfer(tx: Tx, { daysAgo, purchase, outcome }: DemoTransfer, making: Making): Promise<void> {
  const { payer, operator, slip } = making
  const { tenantId, accountId } = payer
  const actor: Actor = { ...systemActor, kind: 'staff', id: accountId, name: payer.email }
  const at = new Date(making.at.getTime() - daysAgo * DAY_MS)
  const { id: paymentId } = await startTransfer(tx, tenantId, { purchase, accountId, actor, at })
  const proof = { fileName: 'transfer-slip.webp', contentType: 'image/webp', bytes: slip } as const
  await addProof(tx, tenantId, { paymentId, proof, accountId, actor, at: new Date(at.getTime() + HOUR_MS) })
  if (!outcome) return
  const decidedAt = new Date(at.getTime() + 20 * HOUR_MS)
  // Nobody is mailed about what never happened.
  const quietly = { enqueue: () => Promise.resolve() }
  await settle(tx, quietly, { tenantId, paymentId, outcome, actor: operator, at: decidedAt })
}
