import { z } from 'zod/mini'

const text = z.string().check(z.trim(), z.minLength(1))
/** Travels in a header. */
const secret = z.string().check(z.regex(/^[\x21-\x7e]+$/))
const longSecret = secret.check(z.minLength(16))
/** Travels in an address. */
const addressKey = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,200}$/))
const port = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/)),
  z.pipe(z.transform(Number), z.number().check(z.lte(65_535))),
)
const httpUrl = z.url({ protocol: /^https?$/ })
const databaseUrl = z.url({ protocol: /^postgres(ql)?$/ })

/** Every variable Narthex reads; .env.example says a line about each. */
const variables = z.object({
  NODE_ENV: z._default(z.enum(['development', 'test', 'production']), 'development'),
  PORT: z._default(port, 3000),
  HOST: z._default(z.string().check(z.regex(/^[\w.:%-]+$/)), '127.0.0.1'),
  PUBLIC_URL: z.optional(httpUrl),
  DATABASE_URL: z.optional(databaseUrl),
  DATABASE_APP_URL: z.optional(databaseUrl),
  DATA_DIR: z._default(text, '.data'),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']), 'warn'),
  SECRET_KEY: z.optional(z.string().check(z.regex(/^[\x21-\x7e]+$/), z.minLength(32))),
  CORS_ORIGINS: z._default(z.string(), ''),
  TRUST_PROXY: z._default(z.string().check(z.regex(/^(no|yes|[1-9])$/)), 'no'),
  METRICS_TOKEN: z.optional(longSecret),
  SMS_GATEWAY_URL: z.optional(httpUrl),
  SMS_GATEWAY_KEY: z.optional(secret),
  SMS_RECEIPT_SECRET: z.optional(longSecret),
  KANNEL_URL: z._default(httpUrl, 'http://127.0.0.1:13013'),
  KANNEL_USERNAME: z.optional(secret),
  KANNEL_PASSWORD: z.optional(secret),
  KANNEL_CALLBACK_KEY: z.optional(addressKey),
  TERMII_URL: z._default(httpUrl, 'https://api.ng.termii.com'),
  TERMII_API_KEY: z.optional(longSecret),
  TERMII_SECRET_KEY: z.optional(longSecret),
  TERMII_CALLBACK_KEY: z.optional(addressKey),
  TERMII_CHANNEL: z._default(z.enum(['generic', 'dnd']), 'generic'),
  AFRICASTALKING_URL: z._default(httpUrl, 'https://api.africastalking.com'),
  AFRICASTALKING_USERNAME: z.optional(secret),
  AFRICASTALKING_API_KEY: z.optional(longSecret),
  AFRICASTALKING_CALLBACK_KEY: z.optional(addressKey),
  TWILIO_ACCOUNT_SID: z.optional(z.string().check(z.regex(/^AC[0-9a-fA-F]{32}$/))),
  TWILIO_AUTH_TOKEN: z.optional(longSecret),
  STRIPE_SECRET_KEY: z.optional(longSecret),
  STRIPE_WEBHOOK_SECRET: z.optional(longSecret),
  PAYSTACK_SECRET_KEY: z.optional(longSecret),
  FLUTTERWAVE_SECRET_KEY: z.optional(longSecret),
  FLUTTERWAVE_WEBHOOK_HASH: z.optional(longSecret),
  PAYPAL_CLIENT_ID: z.optional(longSecret),
  PAYPAL_CLIENT_SECRET: z.optional(longSecret),
  PAYPAL_WEBHOOK_ID: z.optional(secret),
  PAYPAL_URL: z._default(httpUrl, 'https://api-m.paypal.com'),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: z._default(
    z.string().check(z.regex(/^([^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/)),
    'Narthex <no-reply@narthex.example>',
  ),
  MAIL_DOMAIN: z.optional(z.string().check(z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i))),
  DNS_SERVER: z.optional(z.string().check(z.regex(/^(\d{1,3}(\.\d{1,3}){3}|\[[\da-f:]+\])(:\d{1,5})?$/i))),
  MAIL_DOMAIN_RATE: z._default(
    z.pipe(z.string().check(z.regex(/^\d{1,5}$/)), z.pipe(z.transform(Number), z.number().check(z.gte(1)))),
    30,
  ),
  RUN_JOBS: z._default(z.enum(['yes', 'no']), 'yes'),
  SANDBOX_PORT: z.optional(port),
})

export type Env = z.infer<typeof variables>

export const variableNames: readonly string[] = Object.keys(variables.shape)

/** A wrong value stops the start with a sentence that names it. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

/** Reads the environment, once. Empty variables count as unset, as `.env` files and process managers write them. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = variables.safeParse(given)
  if (parsed.success) return parsed.data
  const name = String(parsed.error.issues[0]?.path[0])
  throw new ConfigurationError(`${name} has a value that cannot be used: ${expectations[name]}`)
}

// The value itself is not repeated: it may be a secret, and this goes to logs.
const expectations: Record<string, string> = {
  NODE_ENV: 'it must be development, test or production.',
  PORT: 'it must be a number from 0 to 65535.',
  HOST: 'it must be a host name or IP address of this computer, such as 127.0.0.1 or 0.0.0.0.',
  SANDBOX_PORT: 'it must be a number from 0 to 65535.',
  PUBLIC_URL: 'it must be the address people use, such as https://narthex.example.',
  DATABASE_URL: 'it must look like postgres://user:password@host:5432/database.',
  DATABASE_APP_URL: 'it must look like postgres://user:password@host:5432/database.',
  DATA_DIR: 'it must be a folder.',
  LOG_LEVEL: 'it must be fatal, error, warn, info, debug or silent.',
  TRUST_PROXY: 'it must be no, yes, or the number of proxies in front, from 1 to 9.',
  RUN_JOBS: 'it must be yes or no.',
  SECRET_KEY: 'it must have at least 32 characters, without spaces.',
  METRICS_TOKEN: 'it must have at least 16 characters, without spaces.',
  SMS_GATEWAY_URL: 'it must be an http or https address.',
  SMS_GATEWAY_KEY: 'it must be plain characters without spaces.',
  SMS_RECEIPT_SECRET: 'it must have at least 16 characters, without spaces.',
  KANNEL_URL: 'it must be the address of its smsbox, such as http://127.0.0.1:13013.',
  KANNEL_USERNAME: 'it must be plain characters without spaces.',
  KANNEL_PASSWORD: 'it must be plain characters without spaces.',
  KANNEL_CALLBACK_KEY: 'it must have at least 16 letters, digits, - or _.',
  TERMII_URL: 'it must be the base address that Termii shows for the account.',
  TERMII_API_KEY: 'it must have at least 16 characters, without spaces.',
  TERMII_SECRET_KEY: 'it must have at least 16 characters, without spaces.',
  TERMII_CALLBACK_KEY: 'it must have at least 16 letters, digits, - or _.',
  TERMII_CHANNEL: 'it must be generic or dnd.',
  AFRICASTALKING_URL: 'it must be https://api.africastalking.com or https://api.sandbox.africastalking.com.',
  AFRICASTALKING_USERNAME: 'it must be plain characters without spaces.',
  AFRICASTALKING_API_KEY: 'it must have at least 16 characters, without spaces.',
  AFRICASTALKING_CALLBACK_KEY: 'it must have at least 16 letters, digits, - or _.',
  TWILIO_ACCOUNT_SID: 'it must be AC and 32 hexadecimal digits.',
  TWILIO_AUTH_TOKEN: 'it must have at least 16 characters, without spaces.',
  STRIPE_SECRET_KEY: 'it must have at least 16 characters, without spaces.',
  STRIPE_WEBHOOK_SECRET: 'it must have at least 16 characters, without spaces.',
  PAYSTACK_SECRET_KEY: 'it must have at least 16 characters, without spaces.',
  FLUTTERWAVE_SECRET_KEY: 'it must have at least 16 characters, without spaces.',
  FLUTTERWAVE_WEBHOOK_HASH: 'it must have at least 16 characters, without spaces.',
  PAYPAL_CLIENT_ID: 'it must have at least 16 characters, without spaces.',
  PAYPAL_CLIENT_SECRET: 'it must have at least 16 characters, without spaces.',
  PAYPAL_WEBHOOK_ID: 'it must be plain characters without spaces.',
  PAYPAL_URL: 'it must be https://api-m.paypal.com or https://api-m.sandbox.paypal.com.',
  SMTP_URL: 'it must look like smtp://user:password@host:587.',
  MAIL_DOMAIN: 'it must be a domain, such as mail.narthex.example.',
  DNS_SERVER: 'it must be an IP address, with a port where that is not 53, such as 192.0.2.1 or 127.0.0.1:5300.',
  MAIL_DOMAIN_RATE: 'it must be a number of emails a second, from 1 to 99999.',
  MAIL_FROM: 'it must look like Narthex <no-reply@narthex.example>.',
}
