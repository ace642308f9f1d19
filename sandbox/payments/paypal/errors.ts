import { randomBytes } from 'node:crypto'
import { Refused, type Words } from '../refused.ts'
import { type Issue, issues } from './issues.ts'

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
