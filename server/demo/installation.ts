import type { Database } from '#server/platform/database/index.ts'
import { setUpInstallation } from '../operator/index.ts'

/** Stands for an operator where the demo is made and none is there yet. */
export const DEMO_OPERATOR = '0199f3c0-6c00-7000-8000-000000000100'

/** A month of the smallest plan, and an SMS unit, in major units. The larger plans cost so many times as much. */
const priceList: Record<string, { month: number; sms: string }> = {
  NGN: { month: 3_000, sms: '5.9' },
  USD: { month: 5, sms: '0.05' },
  GBP: { month: 4, sms: '0.04' },
  EUR: { month: 5, sms: '0.045' },
  CAD: { month: 7, sms: '0.06' },
  GHS: { month: 60, sms: '0.55' },
  KES: { month: 600, sms: '1.1' },
  ZAR: { month: 90, sms: '0.45' },
  UGX: { month: 18_000, sms: '40' },
  TZS: { month: 13_000, sms: '30' },
  RWF: { month: 7_000, sms: '15' },
  ZMW: { month: 130, sms: '0.6' },
  XOF: { month: 3_000, sms: '18' },
  XAF: { month: 3_000, sms: '18' },
}

const plan = (number: number, name: string, membershipSize: number, times: number) => ({
  // The same on every machine, like the churches.
  id: `0199f3c0-6c00-7000-8000-0000000001${number.toString().padStart(2, '0')}`,
  name,
  description: `For churches of up to ${membershipSize.toLocaleString('en-US')} people`,
  membershipSize,
  times,
})

/** What churches of the demo may subscribe to. */
export const demoPlans = [
  plan(1, 'Starter', 100, 1),
  plan(2, 'Growing', 500, 3),
  plan(3, 'Thriving', 1_500, 7),
  plan(4, 'Cathedral', 10_000, 25),
]

/** What churches of the demo have paid for, they bought at these prices. */
const OPEN_FOR_MS = 400 * 86_400_000

const account = {
  accountName: 'Narthex Demo',
  accountNumber: '0000000000',
  bank: 'Bank of the Demo',
  note: 'A demo: please send no money.',
}

const pricesOf = (price: (row: { month: number; sms: string }) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(priceList).map(([currency, row]) => [currency, price(row)]))

/** Plans, prices, accounts for transfers and how to reach help, where the installation has no plan yet. */
export async function makeInstallation(database: Database, at: Date): Promise<void> {
  const plans = demoPlans.map(({ times, ...one }) => ({ ...one, prices: pricesOf(({ month }) => `${month * times}`) }))
  const bankAccounts = [
    { ...account, currency: 'NGN' },
    { ...account, currency: 'USD', note: `${account.note} Routing number 000000000.` },
  ]
  const installation = {
    legalName: 'Narthex Demo',
    taxNumber: null,
    supportEmail: 'support@narthex.example',
    supportPhone: '+234 800 000 0000',
    chatUrl: null,
    // Minor units: ₦500,000 and $500.
    approvalLimits: { NGN: 50_000_000, USD: 50_000 },
  }
  const first = { plans, sms: pricesOf(({ sms }) => sms), bankAccounts, installation }
  await database.withOperator({ operatorId: DEMO_OPERATOR }, (tx) =>
    setUpInstallation(tx, first, new Date(at.getTime() - OPEN_FOR_MS)),
  )
}
