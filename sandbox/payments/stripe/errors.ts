import { Refused, type Words } from '../till/refused.ts'

type StripeError = { message: string; type?: string; code?: string; param?: string }

/** Stripe's shape of a refusal. */
export const stripeRefusal = (status: number, { type = 'invalid_request_error', ...error }: StripeError): Refused =>
  new Refused(status, {
    error: {
      ...(error.code ? { code: error.code, doc_url: `https://stripe.com/docs/error-codes/${dashed(error.code)}` } : {}),
      message: error.message,
      ...(error.param ? { param: error.param } : {}),
      type,
    },
  })

const dashed = (code: string): string => code.replaceAll('_', '-')

export const missing = (param: string): Refused =>
  stripeRefusal(400, { code: 'parameter_missing', param, message: `Missing required param: ${param}.` })

export const invalid = (param: string, message: string): Refused => stripeRefusal(400, { param, message })

/** `kind` as Stripe calls it: `customer`, `payment_intent`. */
export const noSuch = (
  status: 400 | 404,
  kind: string,
  { id, param = 'id' }: { id: string; param?: string },
): Refused => stripeRefusal(status, { code: 'resource_missing', param, message: `No such ${kind}: '${id}'` })

export const stripeWords: Words = {
  unauthorized: () => stripeRefusal(401, { message: 'Invalid API Key provided.' }),
  unknownCall: (method, path) =>
    stripeRefusal(404, {
      message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs`,
    }),
  unreadable: (message) => stripeRefusal(400, { message }),
  failing: (status) =>
    status === 500
      ? stripeRefusal(500, { type: 'api_error', message: 'An unknown error occurred (set so in the sandbox).' })
      : stripeRefusal(429, { code: 'rate_limit', message: 'Too many requests (set so in the sandbox).' }),
}
