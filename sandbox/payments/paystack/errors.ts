import { Refused, type Words } from '../till/refused.ts'

type PaystackError = { message: string; nextStep?: string; type?: string; code?: string }

/** Paystack's shape of a refusal. */
export const paystackRefusal = (status: number, { nextStep, ...error }: PaystackError): Refused =>
  new Refused(status, {
    status: false,
    message: error.message,
    ...(nextStep ? { meta: { nextStep } } : {}),
    ...typed(error),
  })

const typed = ({ type, code }: PaystackError) => ({ ...(type ? { type } : {}), ...(code ? { code } : {}) })

/** A field that Paystack will not have. */
export const unfit = (message: string, code: string, nextStep: string): Refused =>
  paystackRefusal(400, { message, nextStep, type: 'validation_error', code })

export const notFound = (): Refused =>
  unfit(
    'Transaction reference not found.',
    'transaction_not_found',
    "Ensure that you're passing the reference of a transaction that exists on this integration",
  )

export const paystackWords: Words = {
  unauthorized: () =>
    paystackRefusal(401, {
      message: 'Invalid key',
      nextStep: 'Ensure that you provide the correct authorization key for the request',
    }),
  unknownCall: () => paystackRefusal(404, { message: 'Endpoint not found. Please check the request URL.' }),
  unreadable: (message) => paystackRefusal(400, { message, type: 'validation_error' }),
  failing: (status) =>
    status === 500
      ? paystackRefusal(500, { message: 'An error occurred (set so in the sandbox).', type: 'api_error' })
      : paystackRefusal(429, { message: 'Too many requests (set so in the sandbox).', type: 'api_error' }),
}
