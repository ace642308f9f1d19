import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sandboxConfig } from '#sandbox/config.ts'
import { sandboxSecrets, shapeConfig, type Config } from './config.ts'
import { sandboxGatewaySecrets } from './gateway-keys.ts'
import { sandboxPaymentSecrets } from './payment-keys.ts'
import { ConfigurationError, readEnv, variableNames } from './env.ts'

const read = (env: Record<string, string>): Config => shapeConfig(readEnv(env))

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://narthex:secret@db.internal:5432/narthex',
  PUBLIC_URL: 'https://narthex.church.example',
  SMTP_URL: 'smtps://user:secret@mail.example:465',
  MAIL_FROM: 'Grace <hello@grace.example>',
  SMS_GATEWAY_URL: 'https://gateway.example/v1',
  SECRET_KEY: 'a key is at least thirty-two characters'.replaceAll(' ', '-'),
  SMS_GATEWAY_KEY: 'a-key-of-our-own',
  SMS_RECEIPT_SECRET: 'a-secret-of-our-own',
}

const wrong: [string, string][] = [
  ['NODE_ENV', 'prod'],
  ['PORT', '65536'],
  ['PORT', '0x10'],
  ['PORT', ' '],
  ['HOST', 'http://localhost'],
  ['PUBLIC_URL', 'grace.church'],
  ['PUBLIC_URL', 'https://narthex.example/church'],
  ['DATABASE_URL', 'mysql://root@localhost/narthex'],
  ['DATABASE_URL', 'postgres:///narthex'],
  ['DATABASE_URL', 'postgres://narthex@localhost'],
  ['DATABASE_APP_URL', 'localhost:5432'],
  ['DATABASE_APP_URL', 'postgres://narthex_app@localhost/'],
  ['DATA_DIR', ' '],
  ['LOG_LEVEL', 'verbose'],
  ['CORS_ORIGINS', 'https://app.example/path'],
  ['CORS_ORIGINS', '*'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10'],
  ['METRICS_TOKEN', 'short'],
  ['SMS_GATEWAY_URL', 'ftp://gateway.example'],
  ['SECRET_KEY', 'too short'],
  ['SECRET_KEY', 'k'.repeat(31)],
  ['SMS_GATEWAY_KEY', 'two words'],
  ['SMS_RECEIPT_SECRET', 'short'],
  ['KANNEL_URL', 'localhost:13013'],
  ['KANNEL_USERNAME', 'two words'],
  ['KANNEL_PASSWORD', 'two words'],
  ['KANNEL_CALLBACK_KEY', 'with-%d-an-escape-of-kannel'],
  ['TERMII_URL', 'api.ng.termii.com'],
  ['TERMII_API_KEY', 'short'],
  ['TERMII_SECRET_KEY', 'short'],
  ['TERMII_CALLBACK_KEY', 'short'],
  ['TERMII_CHANNEL', 'whatsapp'],
  ['AFRICASTALKING_URL', 'api.africastalking.com'],
  ['AFRICASTALKING_USERNAME', 'two words'],
  ['AFRICASTALKING_API_KEY', 'short'],
  ['AFRICASTALKING_CALLBACK_KEY', 'short'],
  ['TWILIO_ACCOUNT_SID', 'AC123'],
  ['TWILIO_AUTH_TOKEN', 'short'],
  ['STRIPE_SECRET_KEY', 'short'],
  ['STRIPE_WEBHOOK_SECRET', 'with spaces in the middle'],
  ['PAYSTACK_SECRET_KEY', 'short'],
  ['FLUTTERWAVE_SECRET_KEY', 'short'],
  ['FLUTTERWAVE_WEBHOOK_HASH', 'short'],
  ['PAYPAL_CLIENT_ID', 'short'],
  ['PAYPAL_CLIENT_SECRET', 'short'],
  ['PAYPAL_WEBHOOK_ID', 'two words'],
  ['PAYPAL_URL', 'api-m.paypal.com'],
  ['SMTP_URL', 'https://mail.example'],
  ['MAIL_FROM', 'Grace Chapel'],
  ['MAIL_FROM', 'Narthex <a@b.example>\r\nBcc: c@d.example'],
  ['MAIL_DOMAIN', 'no domain'],
  ['MAIL_DOMAIN_RATE', '0'],
  ['DNS_SERVER', 'dns.example'],
  ['RUN_JOBS', 'false'],
  ['SANDBOX_PORT', '-1'],
]

test.each(wrong)('%s=%j stops the start with a sentence that names it', (name, value) => {
  const refuse = (): Config => read({ [name]: value })
  expect(refuse).toThrow(ConfigurationError)
  expect(refuse).toThrow(new RegExp(`^${name} .{15,}\\.$`))
})

test.each([
  ['METRICS_TOKEN', 'too short'],
  ['SMS_GATEWAY_KEY', 'with spaces in it'],
  ['DATABASE_URL', 'mysql://owner:secret@host/narthex'],
  ['DATABASE_URL', 'postgres://owner:secret@host'],
  ['SMTP_URL', 'http://user:secret@mail.example'],
])('the sentence about %s does not repeat what was written: it may be a secret', (name, value) => {
  expect(() => read({ [name]: value })).not.toThrow(value)
  expect(() => read({ [name]: value })).not.toThrow('secret@')
})

test('every variable that can be wrong has been shown to be refused', () => {
  expect(new Set(wrong.map(([name]) => name))).toEqual(new Set(variableNames))
})

test('an empty variable counts as unset', () => {
  expect(read(Object.fromEntries(variableNames.map((name) => [name, ''])))).toEqual(read({}))
})

test('production starts with what it needs', () => {
  expect(read(production)).toMatchObject({ production: true, demo: false, secureCookies: true })
})

test.each(Object.keys(production).filter((name) => name !== 'NODE_ENV'))(
  'production refuses to start without %s',
  (name) => {
    expect(() => read({ ...production, [name]: '' })).toThrow(new RegExp(`^${name} `))
  },
)

test.each([
  ['PUBLIC_URL', 'http://narthex.church.example'],
  ['SECRET_KEY', 'narthex-development-key-for-no-secrets'],
  ['SMS_GATEWAY_KEY', sandboxSecrets.smsSecrets.SMS_GATEWAY_KEY],
  ['SMS_RECEIPT_SECRET', sandboxSecrets.smsSecrets.SMS_RECEIPT_SECRET],
  ['MAIL_FROM', 'Narthex <no-reply@narthex.example>'],
])('production refuses %s=%s', (name, value) => {
  expect(() => read({ ...production, [name]: value })).toThrow(new RegExp(`^${name} `))
})

test('outside production the sandbox stands in for every provider; production offers those that have their keys', () => {
  expect(read({ SANDBOX_PORT: '4001' }).payments).toMatchObject({
    stripe: { url: 'http://127.0.0.1:4001' },
    paystack: { url: 'http://127.0.0.1:4001/paystack' },
    flutterwave: { url: 'http://127.0.0.1:4001/flutterwave' },
    paypal: { url: 'http://127.0.0.1:4001/paypal' },
  })
  expect(read(production).payments).toEqual({ stripe: null, paystack: null, flutterwave: null, paypal: null })
  expect(read({ ...production, PAYSTACK_SECRET_KEY: 'sk_live_0123456789' }).payments).toMatchObject({
    stripe: null,
    paystack: { url: 'https://api.paystack.co', secretKey: 'sk_live_0123456789' },
  })
})

test.each([
  ['STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: 'sk_live_0123456789' }],
  ['STRIPE_SECRET_KEY', { STRIPE_WEBHOOK_SECRET: 'whsec_0123456789' }],
  ['FLUTTERWAVE_WEBHOOK_HASH', { FLUTTERWAVE_SECRET_KEY: 'FLWSECK-0123456789' }],
  ['PAYPAL_WEBHOOK_ID', { PAYPAL_CLIENT_ID: 'client-0123456789', PAYPAL_CLIENT_SECRET: 'secret-0123456789' }],
])('half of a provider’s keys stop the start: %s', (name, keys) => {
  expect(() => read(keys)).toThrow(new RegExp(`^${name} is missing`))
})

test.each(Object.entries(sandboxPaymentSecrets))('production refuses the sandbox’s %s', (name) => {
  expect(() => read({ ...production, ...sandboxPaymentSecrets })).toThrow(/^STRIPE_SECRET_KEY is the sandbox’s value/)
  const provider = name.split('_')[0] ?? ''
  const own = Object.fromEntries(Object.entries(sandboxPaymentSecrets).filter(([key]) => key.startsWith(provider)))
  const others = Object.fromEntries(Object.keys(own).map((key) => [key, `${own[key]}-of-our-own`]))
  expect(() => read({ ...production, ...others, [name]: own[name] ?? '' })).toThrow(
    new RegExp(`^${name} is the sandbox’s value`),
  )
})

test('outside production the sandbox stands in for every gateway; production has those that have their secrets', () => {
  expect(read({ SANDBOX_PORT: '4001' }).gateways).toMatchObject({
    default: { url: 'http://127.0.0.1:4001/sms/v1', callbackBase: 'http://127.0.0.1:3000' },
    kannel: { url: 'http://127.0.0.1:4001/kannel', callbackBase: 'http://127.0.0.1:3000' },
    termii: { url: 'http://127.0.0.1:4001/termii', channel: 'generic' },
    africastalking: { url: 'http://127.0.0.1:4001/africastalking' },
    twilio: { url: 'http://127.0.0.1:4001/twilio' },
  })
  const others = { kannel: null, termii: null, africastalking: null, twilio: null }
  expect(read(production).gateways).toMatchObject({ default: { callbackBase: production.PUBLIC_URL }, ...others })
  const { SMS_GATEWAY_URL: _url, SMS_GATEWAY_KEY: _key, SMS_RECEIPT_SECRET: _secret, ...without } = production
  expect(() => read(without)).toThrow(/^SMS_GATEWAY_URL is missing: production needs an SMS gateway/)
  expect(read({ ...without, ...twilio }).gateways).toEqual({
    default: null,
    ...others,
    twilio: {
      url: 'https://api.twilio.com',
      accountSid: twilio.TWILIO_ACCOUNT_SID,
      authToken: twilio.TWILIO_AUTH_TOKEN,
      callbackBase: production.PUBLIC_URL,
    },
  })
})

const twilio = { TWILIO_ACCOUNT_SID: `AC${'1'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'a-token-of-our-own' }

test.each([
  ['TWILIO_AUTH_TOKEN', { TWILIO_ACCOUNT_SID: twilio.TWILIO_ACCOUNT_SID }],
  ['KANNEL_PASSWORD', { KANNEL_USERNAME: 'narthex', KANNEL_CALLBACK_KEY: 'a-key-of-our-own' }],
  ['TERMII_CALLBACK_KEY', { TERMII_API_KEY: 'api-0123456789-key', TERMII_SECRET_KEY: 'secret-0123456789' }],
])('half of a gateway’s secrets stop the start: %s', (name, keys) => {
  expect(() => read(keys)).toThrow(new RegExp(`^${name} is missing`))
})

test.each(
  Object.entries(sandboxGatewaySecrets).filter(([name]) => !name.startsWith('SMS_') && !name.endsWith('_USERNAME')),
)('production refuses the sandbox’s %s', (name, value) => {
  const gateway = name.split('_')[0] ?? ''
  const own = Object.keys(sandboxGatewaySecrets).filter((key) => key.startsWith(gateway))
  const keys = Object.fromEntries(
    own.map((key) => [key, key === 'TWILIO_ACCOUNT_SID' ? twilio[key] : 'one-of-our-own-secrets']),
  )
  expect(() => read({ ...production, ...keys, [name]: value })).toThrow(new RegExp(`^${name} is the sandbox’s value`))
})

test('no demo and no sandbox outside development', () => {
  expect(read({}).demo).toBe(true)
  expect(read({ NODE_ENV: 'test' }).demo).toBe(false)
  expect([read({ PORT: '3000' }).pushSandbox, read(production).pushSandbox]).toEqual(['http://127.0.0.1:3001', null])
  expect(() => sandboxConfig({ NODE_ENV: 'production' })).toThrow(/^NODE_ENV /)
})

test('the public address is kept without its trailing slash, and decides how cookies travel', () => {
  expect(read({ PUBLIC_URL: 'https://narthex.example/' })).toMatchObject({
    publicUrl: 'https://narthex.example',
    secureCookies: true,
  })
  expect(read({ PUBLIC_URL: 'http://192.168.1.20:3000' }).secureCookies).toBe(false)
})

test.each([
  ['no', 0],
  ['yes', 1],
  ['3', 3],
])('TRUST_PROXY=%s believes %i proxies', (written, hops) => {
  expect(read({ TRUST_PROXY: written }).trustedProxies).toBe(hops)
})

test('.env.example says a line about exactly the variables that are read', () => {
  const read = new Set(variableNames)
  sandboxConfig(new Proxy<NodeJS.ProcessEnv>({}, { get: (_env, name) => void read.add(String(name)) }))
  const example = readFileSync('.env.example', 'utf8')
  const written = [...example.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name)
  expect(written.toSorted()).toEqual([...read].toSorted())
})

test('.env.example as it is starts what an empty environment starts', () => {
  const lines = readFileSync('.env.example', 'utf8').matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)
  expect(read(Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value])))).toEqual(read({}))
})
