import path from 'node:path'
import { ConfigurationError, type Env } from './env.ts'
import { gatewayKeys, sandboxGatewaySecrets, type GatewayKeys } from './gateway-keys.ts'
import { paymentKeys, sandboxPaymentSecrets, type PaymentKeys } from './payment-keys.ts'

/** What the sandbox answers to when nothing real is configured; production refuses these. */
export const sandboxSecrets = {
  smsSecrets: sandboxGatewaySecrets,
  paymentSecrets: sandboxPaymentSecrets,
} as const

/** Seals secrets outside production, where everybody may know them. */
const DEVELOPMENT_KEY = 'narthex-development-key-for-no-secrets'

export type Config = {
  production: boolean
  port: number
  host: string
  /** Where people reach this installation, without a trailing slash. */
  publicUrl: string
  /** Session cookies are `Secure` and carry the `__Host-` prefix. */
  secureCookies: boolean
  /** The owner's address of the database; null: the embedded one under `dataDir`. */
  databaseUrl: string | null
  /** The application's own address, where an operator makes that role by hand. */
  databaseAppUrl: string | null
  dataDir: string
  logLevel: string
  /** Seals what the database keeps secret even from its readers, the secrets of second factors; push services know us by it. */
  secretKey: string
  corsOrigins: string[]
  /** How many proxies stand in front and add to X-Forwarded-For; 0: nobody's word counts but the connection's. */
  trustedProxies: number
  metricsToken: string | null
  /** The SMS gateways of this installation, by the name that a route gives; null: it has no account there. */
  gateways: GatewayKeys
  /** The origin of the push service that the sandbox stands in for; null: only those of the browsers are written to. */
  pushSandbox: string | null
  /** The payment providers of this installation; null: it has no account there. */
  payments: PaymentKeys
  mail: { url: string; from: string }
  /** Emails of churches. `domain`: of their addresses and of bounces; `domainRate`: emails a second to one receiving domain. */
  emails: { domain: string; domainRate: number }
  /** The DNS that is asked about the domains of churches; null: that of this computer. */
  dnsServer: string | null
  /** This server works on jobs too; otherwise server/worker.mjs does. */
  runJobs: boolean
  /** The demo churches and the sandbox: in development only. */
  demo: boolean
  sandboxPort: number
  sandboxSmtpPort: number
}

/** Shapes and checks what `readEnv` read; throws a ConfigurationError that names the variable at fault. */
export function shapeConfig(env: Env): Config {
  const production = env.NODE_ENV === 'production'
  if (production) refuseUnsafe(env)
  const publicUrl = originOf(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`)
  const sandboxPort = env.SANDBOX_PORT ?? (env.PORT === 0 ? 0 : env.PORT + 1)
  const sandboxSmtpPort = sandboxPort === 0 ? 0 : sandboxPort + 1
  return {
    production,
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    secureCookies: isTrustworthy(publicUrl),
    databaseUrl: completeAddress('DATABASE_URL', env),
    databaseAppUrl: completeAddress('DATABASE_APP_URL', env),
    dataDir: path.resolve(env.DATA_DIR),
    logLevel: env.LOG_LEVEL,
    secretKey: env.SECRET_KEY ?? DEVELOPMENT_KEY,
    corsOrigins: splitOrigins(env.CORS_ORIGINS),
    trustedProxies: proxiesOf(env.TRUST_PROXY),
    metricsToken: env.METRICS_TOKEN ?? null,
    gateways: gatewayKeys(env, {
      sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
      localUrl: `http://127.0.0.1:${env.PORT}`,
      publicUrl,
    }),
    pushSandbox: production ? null : `http://127.0.0.1:${sandboxPort}`,
    payments: paymentKeys(env, `http://127.0.0.1:${sandboxPort}`),
    mail: { url: env.SMTP_URL ?? `smtp://127.0.0.1:${sandboxSmtpPort}`, from: env.MAIL_FROM },
    emails: {
      domain: env.MAIL_DOMAIN ?? env.MAIL_FROM.replace(/^.*@|>$/g, ''),
      domainRate: env.MAIL_DOMAIN_RATE,
    },
    dnsServer: env.DNS_SERVER ?? (production ? null : `127.0.0.1:${sandboxSmtpPort}`),
    runJobs: env.RUN_JOBS === 'yes',
    demo: env.NODE_ENV === 'development',
    sandboxPort,
    sandboxSmtpPort,
  }
}

const neededInProduction = ['DATABASE_URL', 'PUBLIC_URL', 'SECRET_KEY', 'SMTP_URL'] as const

function refuseUnsafe(env: Env): void {
  for (const name of neededInProduction)
    if (env[name] === undefined)
      throw new ConfigurationError(`${name} is missing: production cannot use the demo’s value.`)
  if (!env.PUBLIC_URL?.startsWith('https://'))
    throw new ConfigurationError(
      'PUBLIC_URL does not start with https://: passwords and children’s data need it in production.',
    )
  if (env.MAIL_FROM.includes('@narthex.example'))
    throw new ConfigurationError('MAIL_FROM is the demo’s address: production needs an address of your own.')
  if (env.SECRET_KEY === DEVELOPMENT_KEY)
    throw new ConfigurationError('SECRET_KEY is the development key: production needs its own.')
}

/** The page, its session cookie and its links live at the root of a host. */
function originOf(publicUrl: string): string {
  const { origin, pathname, search, hash, username } = new URL(publicUrl)
  if (pathname !== '/' || search || hash || username)
    throw new ConfigurationError('PUBLIC_URL must contain only a host: write https://narthex.example, without a path.')
  return origin
}

/** What is left out would be taken from other places, differently for the owner and for the application. */
function completeAddress(name: 'DATABASE_URL' | 'DATABASE_APP_URL', env: Env): string | null {
  const address = env[name]
  if (address === undefined) return null
  const { hostname, pathname, searchParams } = new URL(address)
  if (!hostname && !searchParams.get('host'))
    throw new ConfigurationError(`${name} has no host: write postgres://user:password@host:5432/database.`)
  if (pathname.length < 2)
    throw new ConfigurationError(`${name} has no database: write postgres://user:password@host:5432/database.`)
  return address
}

function proxiesOf(trust: string): number {
  if (trust === 'no') return 0
  return trust === 'yes' ? 1 : Number(trust)
}

/** Browsers keep `Secure` cookies for https and, as an exception, for this computer. */
function isTrustworthy(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}

function splitOrigins(list: string): string[] {
  const origins = list
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean)
  for (const origin of origins)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new ConfigurationError(
        'CORS_ORIGINS contains something that is not an origin: write https://app.example, separated by commas.',
      )
  return origins
}
