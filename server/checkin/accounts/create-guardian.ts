import { emailKey } from '#server/identity/index.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { insertGuardianAccount } from './account-store.ts'

export type NewGuardian = {
  personId: string
  email: string | null
  /** E.164. */
  phone: string | null
  passwordHash: string
  /** A code that was sent to the address proved it. */
  isProved?: boolean
}

/** Lets a person sign in at the portal of their church; e-mail, phone or both. Answers the account's id. */
export async function createGuardian(
  tx: Tx,
  tenantId: TenantId,
  { email, isProved = false, ...guardian }: NewGuardian,
  at: Date,
): Promise<string> {
  const provedAt = isProved ? at : null
  return insertGuardianAccount(tx, tenantId, { ...guardian, email, emailKey: email && emailKey(email), provedAt }, at)
}
