import type { Support } from '#contract/installation.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { selectSupport } from './installation-store.ts'

/** How to reach the people who run this installation. */
export const readSupport = async (tx: Tx): Promise<Support> =>
  (await selectSupport(tx)) ?? { email: null, phone: null, chatUrl: null }
