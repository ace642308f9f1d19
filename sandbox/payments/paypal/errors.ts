import { randomBytes } from 'node:crypto'
import { Refused, type Words } from '../till/refused.ts'

/** What PayPal's documents say to each of the issues that come up here, word for word. */
const issues = {
  CANNOT_BE_ZERO_OR_NEGATIVE:
    'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.',
  CAPTURE_FULLY_REFUNDED: 'The capture has already been fully refunded',
  DECIMAL_PRECISION: 'If the currency supports decimals, only two decimal place precision is supported.',
  DUPLICATE_INVOICE_ID:
    'Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.',
  INSTRUMENT_DECLINED:
    "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
  INVALID_CURRENCY_CODE:
    'Currency code is invalid or is not currently supported. Please refer https://developer.paypal.com/api/rest/reference/currency-codes/ for list of supported currency codes.',
  INVALID_PARAMETER_SYNTAX: 'The value of a field does not conform to the expected format.',
  INVALID_PARAMETER_VALUE: 'A parameter value is not valid.',
  INVALID_RESOURCE_ID: 'Specified resource ID does not exist. Please check the resource ID and try again.',
  INVALID_STRING_LENGTH: 'The value of a field is either too short or too long',
  MALFORMED_REQUEST_JSON: 'The request JSON is not well formed.',
  MISSING_REQUIRED_PARAMETER: 'A required parameter is missing.',
  NOT_SUPPORTED: 'This field is not currently supported.',
  ORDER_ALREADY_CAPTURED: "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
  ORDER_NOT_APPROVED:
    "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.",
  REFUND_AMOUNT_EXCEEDED:
    'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
  REFUND_CAPTURE_CURRENCY_MISMATCH: 'Refund must be in the same currency as the capture.',
} as const

export type Issue = keyof typeof issues

type Detail = { issue: Issue; field?: string; value?: string; location?: string }

const NAMES = {
  400: ['INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  401: [
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  ],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  429: ['RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.'],
  500: ['INTERNAL_SERVER_ERROR', 'An internal server error occurred.'],
} as const

/** PayPal's shape of a refusal. */
export function paypalRefusal(status: keyof typeof NAMES, ...details: Detail[]): Refused {
  const [name, message] = NAMES[status]
  return new Refused(status, {
    name,
    message,
    debug_id: randomBytes(6).toString('hex'),
    ...(details.length > 0 ? { details: details.map(described) } : {}),
    links: details.map(({ issue }) => ({
      href: `https://developer.paypal.com/docs/api/orders/v2/#error-${issue}`,
      rel: 'information_link',
      method: 'GET',
    })),
  })
}

const described = (detail: Detail) => ({ ...detail, description: issues[detail.issue] })

export const noResource = (): Refused => paypalRefusal(404, { issue: 'INVALID_RESOURCE_ID' })

/** A field that PayPal cannot read. */
export const unfit = (field: string, issue: Issue): Refused => paypalRefusal(400, { field, issue, location: 'body' })

/** The refusal of a token, in the shape of OAuth. */
export const oauthRefusal = (status: number, error: string, error_description: string): Refused =>
  new Refused(status, { error, error_description })

export const paypalWords: Words = {
  unauthorized: () => paypalRefusal(401),
  unknownCall: () => noResource(),
  unreadable: () => paypalRefusal(400, { issue: 'MALFORMED_REQUEST_JSON', location: 'body' }),
  failing: (status) => paypalRefusal(status),
}
