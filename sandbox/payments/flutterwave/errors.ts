import { Refused, type Words } from '../till/refused.ts'

/** Flutterwave's shape of a refusal. */
export const flutterwaveRefusal = (status: number, message: string): Refused =>
  new Refused(status, { status: 'error', message, data: null })

/** Also what is said of a payment that nobody has tried to pay yet: there is no transaction before that. */
export const noTransaction = (): Refused => flutterwaveRefusal(400, 'No transaction was found for this id')

export const flutterwaveWords: Words = {
  unauthorized: () => flutterwaveRefusal(401, 'Invalid authorization key'),
  unknownCall: (method, path) => flutterwaveRefusal(404, `Cannot ${method} ${path}`),
  unreadable: (message) => flutterwaveRefusal(400, message),
  failing: (status) =>
    flutterwaveRefusal(
      status,
      status === 500 ? 'Internal server error (set so in the sandbox)' : 'Too many requests (set so in the sandbox)',
    ),
}
