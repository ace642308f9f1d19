import type { NoteProvider } from '#server/platform/provider-notes/index.ts'
import { ProviderAway, ProviderRefusal, type PaymentProvider } from './provider.ts'

/** The same provider; how each call to it went is noted for the desk. */
export function notedProvider(provider: PaymentProvider, note: NoteProvider): PaymentProvider {
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
  const { end, portal } = provider
  const asksAboutNotices = provider.name === 'paypal'
  return {
    name: provider.name,
    begin: (charge) => noted(provider.begin(charge)),
    find: (known) => noted(provider.find(known)),
    refund: (order) => noted(provider.refund(order)),
    // Only a call tells how a provider is, and what is plainly forged is refused without one.
    readNotice: (received) => noted(provider.readNotice(received), (read) => asksAboutNotices && read !== 'forged'),
    ...(end && { end: (known) => noted(end(known)) }),
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
