/**
 * Every way a call can fail that the caller may act on: one row per code.
 * `status` is the HTTP status, `message` the default English sentence; screens choose their own words by code.
 */
export const errors = {
  invalid_input: { status: 400, message: 'Please check the highlighted fields.' },
  malformed_request: { status: 400, message: 'The request could not be read.' },
  invalid_cursor: { status: 400, message: 'This page link is no longer valid. Start from the first page.' },
  invalid_token: { status: 400, message: 'This link has expired or was used already. Ask for a new one.' },
  weak_password: { status: 400, message: 'Choose a password of at least 10 characters that is not a common one.' },
  unreadable_file: { status: 400, message: 'This file could not be read. Save it as CSV or XLSX and try again.' },
  too_many_rows: { status: 400, message: 'This file has more than 100,000 rows. Split it and upload the parts.' },
  not_signed_in: { status: 401, message: 'Please sign in.' },
  wrong_credentials: { status: 401, message: 'That e-mail and password do not go together.' },
  bad_signature: { status: 401, message: 'The signature does not match.' },
  subscription_expired: { status: 402, message: 'Your subscription has expired.' },
  member_capacity_exceeded: { status: 402, message: 'Your membership capacity limit is reached.' },
  not_allowed: { status: 403, message: 'You do not have permission for this.' },
  cross_site: { status: 403, message: 'This request did not come from our pages.' },
  not_found: { status: 404, message: 'There is nothing here.' },
  method_not_allowed: { status: 405, message: 'This address does not answer that method.' },
  idempotency_key_reused: { status: 409, message: 'This Idempotency-Key was used for a different request.' },
  too_large: { status: 413, message: 'This is larger than we accept.' },
  unsupported_media_type: { status: 415, message: 'This kind of content is not accepted here.' },
  sender_not_approved: { status: 422, message: 'Sender id is not approved, create another one' },
  not_enough_units: { status: 422, message: 'You do not have enough SMS units to send this message.' },
  no_recipients: { status: 422, message: 'Please select destination' },
  quote_changed: { status: 409, message: 'The price of this message has changed. Look at the new one and send again.' },
  too_many_tries: { status: 429, message: 'Too many tries. Wait a few minutes and try again.' },
  unexpected: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  unavailable: { status: 503, message: 'We cannot reach our database at the moment. Please try again shortly.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

/** The one error body of the API. `fields` names the input fields at fault, by dotted path. */
export type ErrorBody = { code: ErrorCode; message: string; fields?: Record<string, string> }
