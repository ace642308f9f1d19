import { ConfigurationError, type Env } from './env.ts'

/** Where a gateway is, and where it calls back: `<callbackBase>/api/webhooks/sms/<name>`. */
type Place = { url: string; callbackBase: string }

/** Address and secrets of each SMS gateway that this installation has, by the name that a route gives. */
export type GatewayKeys = {
  /** One that speaks our own protocol. */
  default: (Place & { key: string; receiptSecret: string }) | null
  kannel: (Place & { username: string; password: string; callbackKey: string }) | null
  termii: (Place & { apiKey: string; secretKey: string; callbackKey: string; channel: 'generic' | 'dnd' }) | null
  africastalking: (Place & { username: string; apiKey: string; callbackKey: string }) | null
  twilio: (Place & { accountSid: string; authToken: string }) | null
}

/** What the sandbox answers to where no key is set; production refuses these. */
export const sandboxGatewaySecrets = {
  SMS_GATEWAY_KEY: 'sandbox-gateway-key',
  SMS_RECEIPT_SECRET: 'sandbox-receipt-secret',
  KANNEL_USERNAME: 'sandbox-kannel',
  KANNEL_PASSWORD: 'sandbox-kannel-password',
  KANNEL_CALLBACK_KEY: 'sandbox-kannel-callback-key',
  TERMII_API_KEY: 'sandbox-termii-api-key',
  TERMII_SECRET_KEY: 'sandbox-termii-secret-key',
  TERMII_CALLBACK_KEY: 'sandbox-termii-callback-key',
  AFRICASTALKING_USERNAME: 'sandbox-africastalking',
  AFRICASTALKING_API_KEY: 'sandbox-africastalking-api-key',
  AFRICASTALKING_CALLBACK_KEY: 'sandbox-africastalking-callback-key',
  TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
  TWILIO_AUTH_TOKEN: 'sandbox-twilio-auth-token',
} as const
type KeyName = keyof typeof sandboxGatewaySecrets

/** Where the sandbox stands in, and where gateways call back: the sandbox calls this computer, others the public address. */
type Around = { sandboxUrl: string; localUrl: string; publicUrl: string }

/**
 * Reads the gateways. Without any of its secrets the sandbox stands in for a gateway, except in production, where it is
 * not there. One with some of its secrets and not all stops the start.
 */
export function gatewayKeys(env: Env, around: Around): GatewayKeys {
  /** The secrets of one gateway, under the names that its adapter knows them by. */
  const read = <Names extends Record<string, KeyName>>(url: string, sandboxPath: string, names: Names) => {
    const values = secretsOf(env, Object.values(names))
    if (values === null) return null
    const place = values.isSandbox
      ? { url: around.sandboxUrl + sandboxPath, callbackBase: around.localUrl }
      : { url: url.replace(/\/+$/, ''), callbackBase: around.publicUrl }
    const secrets = Object.fromEntries(Object.entries(names).map(([field, name]) => [field, values.of(name)]))
    return { ...place, ...(secrets as Record<keyof Names, string>) }
  }
  const termii = read(env.TERMII_URL, '/termii', {
    apiKey: 'TERMII_API_KEY',
    secretKey: 'TERMII_SECRET_KEY',
    callbackKey: 'TERMII_CALLBACK_KEY',
  })
  const gateways: GatewayKeys = {
    default: ownProtocol(env, around),
    kannel: read(env.KANNEL_URL, '/kannel', {
      username: 'KANNEL_USERNAME',
      password: 'KANNEL_PASSWORD',
      callbackKey: 'KANNEL_CALLBACK_KEY',
    }),
    termii: termii && { ...termii, channel: env.TERMII_CHANNEL },
    africastalking: read(env.AFRICASTALKING_URL, '/africastalking', {
      username: 'AFRICASTALKING_USERNAME',
      apiKey: 'AFRICASTALKING_API_KEY',
      callbackKey: 'AFRICASTALKING_CALLBACK_KEY',
    }),
    twilio: read('https://api.twilio.com', '/twilio', {
      accountSid: 'TWILIO_ACCOUNT_SID',
      authToken: 'TWILIO_AUTH_TOKEN',
    }),
  }
  if (Object.values(gateways).every((gateway) => gateway === null))
    throw new ConfigurationError('SMS_GATEWAY_URL is missing: production needs an SMS gateway, this one or another.')
  return gateways
}

/** The values of a gateway's secrets; null: production does not have it. */
function secretsOf(env: Env, names: KeyName[]): { isSandbox: boolean; of: (name: KeyName) => string } | null {
  const production = env.NODE_ENV === 'production'
  const missing = names.filter((name) => env[name] === undefined)
  if (missing.length === names.length)
    return production ? null : { isSandbox: true, of: (name) => sandboxGatewaySecrets[name] }
  if (missing[0]) throw new ConfigurationError(`${missing[0]} is missing: the gateway’s other secrets need it.`)
  for (const name of names)
    if (production && env[name] === sandboxGatewaySecrets[name])
      throw new ConfigurationError(`${name} is the sandbox’s value: production needs its own.`)
  return { isSandbox: false, of: (name) => env[name] ?? '' }
}

const OWN = ['SMS_GATEWAY_URL', 'SMS_GATEWAY_KEY', 'SMS_RECEIPT_SECRET'] as const

/** Outside production each of its three variables has the sandbox's value where it is not set. */
function ownProtocol(env: Env, { sandboxUrl, localUrl, publicUrl }: Around): GatewayKeys['default'] {
  const missing = OWN.filter((name) => env[name] === undefined)
  if (env.NODE_ENV === 'production') {
    if (missing.length === OWN.length) return null
    if (missing[0]) throw new ConfigurationError(`${missing[0]} is missing: the gateway’s other variables need it.`)
    for (const name of ['SMS_GATEWAY_KEY', 'SMS_RECEIPT_SECRET'] as const)
      if (env[name] === sandboxGatewaySecrets[name])
        throw new ConfigurationError(`${name} is the sandbox’s value: production needs its own.`)
  }
  return {
    url: env.SMS_GATEWAY_URL ?? `${sandboxUrl}/sms/v1`,
    key: env.SMS_GATEWAY_KEY ?? sandboxGatewaySecrets.SMS_GATEWAY_KEY,
    receiptSecret: env.SMS_RECEIPT_SECRET ?? sandboxGatewaySecrets.SMS_RECEIPT_SECRET,
    callbackBase: env.SMS_GATEWAY_URL === undefined ? localUrl : publicUrl,
  }
}
