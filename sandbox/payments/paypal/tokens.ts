import type { FastifyRequest } from 'fastify'
import { formOf } from '../till/pages.ts'
import { mixedName } from '../till/names.ts'
import type { PaymentSecrets } from '../../platform/provider.ts'
import { oauthRefusal } from './errors.ts'

const NINE_HOURS = 9 * 60 * 60

/** `POST /v1/oauth2/token`, and who has a token from there. */
export function createTokens({ PAYPAL_CLIENT_ID: id, PAYPAL_CLIENT_SECRET: secret }: PaymentSecrets) {
  const given = new Map<string, number>()
  return {
    isGiven({ headers }: FastifyRequest): boolean {
      const token = headers.authorization?.replace(/^Bearer /, '') ?? ''
      return (given.get(token) ?? 0) > Date.now()
    },
    give(request: FastifyRequest): object {
      const basic = Buffer.from(`${id}:${secret}`).toString('base64')
      if (request.headers.authorization !== `Basic ${basic}`)
        throw oauthRefusal(401, 'invalid_client', 'Client Authentication failed')
      if (new URLSearchParams(formOf(request)).get('grant_type') !== 'client_credentials')
        throw oauthRefusal(400, 'unsupported_grant_type', 'Grant Type is NULL or unsupported')
      const token = mixedName('A21AA', 90)
      given.set(token, Date.now() + NINE_HOURS * 1_000)
      return {
        scope: 'https://uri.paypal.com/services/payments/payment https://uri.paypal.com/services/applications/webhooks',
        access_token: token,
        token_type: 'Bearer',
        app_id: 'APP-SANDBOX',
        expires_in: NINE_HOURS,
        nonce: `${new Date().toISOString()}${mixedName('', 20)}`,
      }
    },
  }
}
