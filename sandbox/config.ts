import type { SandboxOptions } from './index.ts'

const SERVER_PORT = 3_000

/** Reads the environment once. Throws a sentence that names what is wrong. */
export function sandboxConfig(env: NodeJS.ProcessEnv = process.env): SandboxOptions {
  if (env.NODE_ENV === 'production') throw new Error('NODE_ENV is production: the sandbox is for trying out only.')
  const port = portOf(env, 'SANDBOX_PORT', portOf(env, 'PORT', SERVER_PORT) + 1)
  return {
    host: env.HOST || '127.0.0.1',
    port,
    smtpPort: portOf(env, 'SANDBOX_SMTP_PORT', port + 1),
    gatewayKey: env.SANDBOX_GATEWAY_KEY || 'sandbox-gateway-key',
    receiptSecret: env.SANDBOX_RECEIPT_SECRET || 'sandbox-receipt-secret',
  }
}

function portOf(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const written = env[name]
  if (!written) return otherwise
  const port = Number(written)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`${name} must be a port from 0 to 65535, not "${written}".`)
  return port
}
