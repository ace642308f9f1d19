import { sandboxConfig } from './config.ts'
import { startSandbox } from './index.ts'

const options = sandboxConfig()
const sandbox = await startSandbox(options)
console.log(`Sandbox on http://${options.host}:${sandbox.port}, mail on ${options.host}:${sandbox.smtpPort}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close())
