import type { Charge } from '../charge.ts'
import type { Desk } from '../desk.ts'
import { noTransaction } from './errors.ts'

/** The payment that was tried under this number. Throws Flutterwave's refusal. */
export function findTry({ charges }: Desk, number: number): Charge {
  for (const charge of charges.kept.newestFirst())
    if (charge.provider === 'flutterwave' && charge.tries.includes(number)) return charge
  throw noTransaction()
}

/** The payment of this `tx_ref`, once somebody tried to pay it. */
export function findTried({ charges }: Desk, reference: string): Charge {
  const charge = charges.byReference('flutterwave', reference)
  if (!charge || charge.tries.length === 0) throw noTransaction()
  return charge
}
