import type { AppContext } from '../../../platform/app-context.ts'
import type { ProviderStatus, Known, PaymentProvider } from '../../providers/index.ts'
import type { PaymentContext } from '../checkout/ask-provider.ts'

/**
 * A provider that does as a test says, for what the sandbox cannot be made to do. It stands where the real ones do, behind
 * `find`. `asked` holds what was asked of it.
 */
export function handMade(context: AppContext, { name = 'paystack', ...does }: Partial<PaymentProvider> = {}) {
  const asked: string[] = []
  const noting =
    <In extends { reference: string }, Out>(what: string, act: (given: In) => Promise<Out>) =>
    (given: In): Promise<Out> => {
      asked.push(`${what} ${given.reference}`)
      return act(given)
    }
  const provider: PaymentProvider = {
    readNotice: () => Promise.resolve('other' as const),
    ...does,
    name,
    begin: noting('begin', does.begin ?? (({ reference }) => Promise.resolve(pageOf(reference)))),
    find: noting('find', does.find ?? (() => Promise.resolve({ state: 'open' as const }))),
    refund: noting('refund', does.refund ?? (() => Promise.resolve({ providerId: null, done: true }))),
    ...(does.end && { end: noting('end', does.end) }),
  }
  const till: PaymentContext = { ...context, providers: { find: (wanted) => (wanted === name ? provider : null) } }
  return { till, asked }
}

const pageOf = (reference: string) => ({ providerId: null, checkoutUrl: `https://pay.example/${reference}` })

/** That this was paid, whatever of it a test would have otherwise. */
export const paidAs =
  (taken: { amountMinor: number; currency: string; reference?: string; providerId?: string }) =>
  ({ reference, providerId }: Known): Promise<ProviderStatus> =>
    Promise.resolve({
      state: 'paid',
      reference,
      ...taken,
      providerId: taken.providerId ?? providerId ?? `id-${reference}`,
    })
