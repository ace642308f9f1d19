import { createNewest, type Newest } from '../../platform/newest.ts'
import { type Charge, chargeOf, type NewCharge } from './charge.ts'
import type { PaymentProvider } from '../../platform/provider.ts'

export const CHARGES_KEPT = 5_000

export type Charges = {
  kept: Newest<Charge>
  add(charge: NewCharge): Charge
  byId(provider: PaymentProvider, id: string): Charge | undefined
  byNumber(provider: PaymentProvider, number: number): Charge | undefined
  /** The newest with this reference. */
  byReference(provider: PaymentProvider, reference: string): Charge | undefined
  clear(): void
}

export function createCharges(): Charges {
  const names = new Map<string, Charge>()
  const namesOf = (charge: Charge) => [
    nameOf(charge.provider, 'id', charge.id),
    nameOf(charge.provider, 'number', charge.number),
    nameOf(charge.provider, 'reference', charge.reference),
  ]
  const kept = createNewest<Charge>(CHARGES_KEPT, (oldest) => {
    for (const name of namesOf(oldest)) if (names.get(name) === oldest) names.delete(name)
  })
  return {
    kept,
    add(asked) {
      const charge = chargeOf(asked)
      kept.add(charge)
      for (const name of namesOf(charge)) names.set(name, charge)
      return charge
    },
    byId: (provider, id) => names.get(nameOf(provider, 'id', id)),
    byNumber: (provider, number) => names.get(nameOf(provider, 'number', number)),
    byReference: (provider, reference) => names.get(nameOf(provider, 'reference', reference)),
    clear() {
      kept.clear()
      names.clear()
    },
  }
}

const nameOf = (provider: PaymentProvider, kind: string, name: string | number) => `${provider} ${kind} ${name}`
