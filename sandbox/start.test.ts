import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { sandboxGatewaySecrets } from '#server/platform/config/gateway-keys.ts'
import { sandboxPaymentSecrets } from '#server/platform/config/payment-keys.ts'
import { sandboxConfig } from './config.ts'
import { startSandbox } from './index.ts'
import { message, openSandbox, paymentSecrets } from './test-kit/sandbox.ts'

const keys = { smsSecrets: sandboxGatewaySecrets, paymentSecrets }

test('reads its environment, and says which value is wrong', () => {
  expect(sandboxConfig({})).toEqual({
    host: '127.0.0.1',
    port: 3001,
    smtpPort: 3002,
    smsSecrets: sandboxGatewaySecrets,
    smsWebhookUrl: 'http://127.0.0.1:3000/api/webhooks/sms',
    paymentSecrets: sandboxPaymentSecrets,
    webhookUrl: 'http://127.0.0.1:3000/api/webhooks/payments',
  })
  expect(sandboxConfig({ PORT: '4000' })).toMatchObject({
    port: 4001,
    smtpPort: 4002,
    webhookUrl: 'http://127.0.0.1:4000/api/webhooks/payments',
  })
  expect(sandboxConfig({ SANDBOX_WEBHOOK_URL: 'http://app:3000/hooks' }).webhookUrl).toBe('http://app:3000/hooks')
  expect(sandboxConfig({ SANDBOX_PORT: '5000', SANDBOX_SMTP_PORT: '2525' })).toMatchObject({
    port: 5000,
    smtpPort: 2525,
  })
  expect(() => sandboxConfig({ SANDBOX_PORT: 'http' })).toThrow('SANDBOX_PORT must be a port')
  expect(() => sandboxConfig({ NODE_ENV: 'production' })).toThrow('NODE_ENV is production')
})

// A call that meets this fault waits for a minute, which is longer than a test may take.
test('stops with calls that wait, and cuts them off', async () => {
  const { sandbox, submit, fault, faultsAreTaken, mailer } = await openSandbox()
  await fault('sms', 'timeout')
  const waiting = submit([message('a')]).catch(() => 'cut off')
  await mailer().verify()
  await faultsAreTaken()
  await sandbox.close()
  expect(await waiting).toBe('cut off')
})

test('a taken port stops the start and frees the other one', async () => {
  const taken = createServer()
  await once(taken.listen(0, '127.0.0.1'), 'listening')
  const address = taken.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await expect(startSandbox({ host: '127.0.0.1', port, smtpPort: 0, ...keys })).rejects.toThrow('EADDRINUSE')
  await expect(startSandbox({ host: '127.0.0.1', port: 0, smtpPort: port, ...keys })).rejects.toThrow('EADDRINUSE')
  taken.close()
  const sandbox = await startSandbox({ host: '127.0.0.1', port, smtpPort: 0, ...keys })
  expect(sandbox.port).toBe(port)
  await sandbox.close()
})
