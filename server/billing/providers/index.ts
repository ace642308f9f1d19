import type { Provider } from '#contract/billing/providers.ts'
import type { PaymentKeys } from '../../platform/config/index.ts'
import type { NoteProvider } from '../../platform/provider-notes/index.ts'
import { flutterwaveProvider } from './flutterwave.ts'
import { paypalProvider } from './paypal.ts'
import { paystackProvider } from './paystack.ts'
import { type PaymentProvider, ProviderAway, ProviderRefusal } from './provider.ts'
import { stripeProvider } from './stripe.ts'

/** What is said to a provider and what it answers; how it fails. */
export {
  ProviderAway,
  ProviderRefusal,
  type Begun,
  type CardCharge,
  type Charge,
  type Dispute,
  type KeptCard,
  type Known,
  type Notice,
  type PaymentProvider,
  type ProviderStatus,
  type Reading,
  type Taken,
} from './provider.ts'

/** Who is offered for a purchase in a currency. */
export { cardProvidersFor, offeredFor } from './amounts.ts'

/** `find` answers null for a name that this installation has no account with. */
export type PaymentProviders = { find: (name: string) => PaymentProvider | null; names: Provider[] }

/** The payment providers of this installation; how each call goes is noted as `payments:<name>`. */
export function openProviders(keys: PaymentKeys, note: NoteProvider): PaymentProviders {
  const opened = [
    keys.stripe && stripeProvider(keys.stripe),
    keys.paystack && paystackProvider(keys.paystack),
    keys.flutterwave && flutterwaveProvider(keys.flutterwave),
    keys.paypal && paypalProvider(keys.paypal),
  ].filter((provider) => provider !== null)
  const byName = new Map<string, PaymentProvider>(opened.map((one) => [one.name, notedProvider(one, note)]))
  return { find: (name) => byName.get(name) ?? null, names: opened.map(({ name }) => name) }
}

/** The same provider; how each call to it went is noted for the operators' console. */
function notedProvider(provider: PaymentProvider, note: NoteProvider): PaymentProvider {
  const name = `payments:${provider.name}`
  const noted = async <T>(call: Promise<T>, tellsOfIt: (answer: T) => boolean = () => true): Promise<T> => {
    try {
      const answer = await call
      if (tellsOfIt(answer)) note(name)
      return answer
    } catch (failure) {
      if (isThere(failure)) note(name)
      else note(name, { error: sentenceOf(failure) })
      throw failure
    }
  }
  const { end, portal, cards, changedSince } = provider
  const asksAboutNotices = provider.name === 'paypal'
  return {
    name: provider.name,
    begin: (charge) => noted(provider.begin(charge)),
    find: (known) => noted(provider.find(known)),
    refund: (order) => noted(provider.refund(order)),
    // Only a call tells how a provider is, and what is plainly forged is refused without one.
    readNotice: (received) => noted(provider.readNotice(received), (read) => asksAboutNotices && read !== 'forged'),
    ...(end && { end: (known) => noted(end(known)) }),
    ...(changedSince && { changedSince: (since) => noted(changedSince(since)) }),
    ...(cards && {
      cards: {
        charge: (charge) => noted(cards.charge(charge)),
        remove: (card) => noted(cards.remove(card)),
      },
    }),
    ...(portal && {
      portal: {
        openCustomer: (church) => noted(portal.openCustomer(church)),
        pageFor: (customerId, returnUrl) => noted(portal.pageFor(customerId, returnUrl)),
      },
    }),
  }
}

/** Refused for what stands with this one payment: the provider is there, and takes our key. */
const ORDINARY = new Set(['duplicate_reference', 'not_paid', 'partly_refunded', 'currency_not_taken', 'amount_invalid'])

const isThere = (failure: unknown): boolean => failure instanceof ProviderRefusal && ORDINARY.has(failure.code)

/** Our own sentences; those of others could quote what was sent. */
const sentenceOf = (failure: unknown): string =>
  failure instanceof ProviderAway || failure instanceof ProviderRefusal ? failure.message : 'The call failed.'
