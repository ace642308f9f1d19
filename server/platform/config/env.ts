import { z } from 'zod/mini'

const text = z.string().check(z.trim(), z.minLength(1))
const port = z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535))
const httpUrl = z.url({ protocol: /^https?$/ })

/** Every variable Narthex reads; .env.example says a line about each. */
const variables = z.object({
  NODE_ENV: z._default(z.enum(['development', 'test', 'production']), 'development'),
  PORT: z._default(port, 3000),
  HOST: z._default(text, '127.0.0.1'),
  PUBLIC_URL: z.optional(httpUrl),
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_APP_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATA_DIR: z._default(text, '.data'),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']), 'warn'),
  CORS_ORIGINS: z._default(z.string(), ''),
  TRUST_PROXY: z._default(z.enum(['yes', 'no']), 'no'),
  METRICS_TOKEN: z.optional(text.check(z.minLength(16))),
  SMS_GATEWAY_URL: z.optional(httpUrl),
  SMS_GATEWAY_KEY: z.optional(text),
  SMS_RECEIPT_SECRET: z.optional(text.check(z.minLength(16))),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: z._default(text, 'Narthex <no-reply@narthex.example>'),
  RUN_JOBS: z._default(z.enum(['yes', 'no']), 'yes'),
  SANDBOX_PORT: z.optional(port),
})

export type Env = z.infer<typeof variables>

/** A wrong value stops the start with a sentence that names it. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

/** Reads the environment, once. Empty variables count as unset, as `.env` files and process managers write them. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = variables.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const name = String(issue?.path[0] ?? 'environment')
  throw new ConfigurationError(`${name} is ${describe(given[name])}: ${expectation(name)}`)
}

const describe = (value: string | undefined): string => (value === undefined ? 'missing' : `set to a value we cannot use`)

const expectations: Record<string, string> = {
  NODE_ENV: 'it must be development, test or production.',
  PORT: 'it must be a number from 0 to 65535.',
  SANDBOX_PORT: 'it must be a number from 0 to 65535.',
  PUBLIC_URL: 'it must be the address people open, such as https://narthex.example.',
  DATABASE_URL: 'it must look like postgres://user:password@host:5432/database.',
  DATABASE_APP_URL: 'it must look like postgres://user:password@host:5432/database.',
  LOG_LEVEL: 'it must be fatal, error, warn, info, debug or silent.',
  TRUST_PROXY: 'it must be yes or no.',
  RUN_JOBS: 'it must be yes or no.',
  METRICS_TOKEN: 'it must have at least 16 characters.',
  SMS_GATEWAY_URL: 'it must be an http or https address.',
  SMS_RECEIPT_SECRET: 'it must have at least 16 characters.',
  SMTP_URL: 'it must look like smtp://user:password@host:587.',
}

const expectation = (name: string): string => expectations[name] ?? 'see .env.example for what it may be.'
