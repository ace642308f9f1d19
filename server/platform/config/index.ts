import { shapeConfig, type Config } from './config.ts'
import { readEnv } from './env.ts'

export type { Config } from './config.ts'
export { ConfigurationError } from './env.ts'

/** The configuration of this process, from its environment. */
export const readConfig = (): Config => shapeConfig(readEnv())
export type { PaymentKeys } from './payment-keys.ts'
export type { GatewayKeys } from './gateway-keys.ts'
