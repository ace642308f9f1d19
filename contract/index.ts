/** Every call of the API. The OpenAPI document and the access tests walk this list. */
import * as session from './identity/session.ts'
import * as contactFiles from './messaging/contact-files.ts'
import * as receipts from './messaging/receipts.ts'
import * as sentSms from './messaging/sent-sms.ts'
import * as sms from './messaging/sms.ts'
import * as persons from './people/persons.ts'
import type { Endpoint } from './endpoint.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value

export const endpoints: readonly Endpoint[] = [session, persons, contactFiles, sms, sentSms, receipts].flatMap((area) =>
  Object.values(area).filter(isEndpoint),
)
