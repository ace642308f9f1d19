/** What stands in the address when a payer is back from a provider: whose payment, and a hint of what became of it. */
export type ReturnSearch = { payment?: string; outcome?: 'paid' | 'cancelled' }

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Flutterwave has one way back only, and says there with a word of its own that the payer gave up. */
const isCancelled = ({ outcome, status }: Record<string, unknown>) => outcome === 'cancelled' || status === 'cancelled'

/** Takes from an address what makes sense and leaves the rest, such as what providers add of their own. */
export function returnSearch(address: Record<string, unknown>): ReturnSearch {
  const { payment } = address
  if (typeof payment !== 'string' || !ID.test(payment)) return {}
  if (isCancelled(address)) return { payment, outcome: 'cancelled' }
  return address['outcome'] === 'paid' ? { payment, outcome: 'paid' } : { payment }
}
