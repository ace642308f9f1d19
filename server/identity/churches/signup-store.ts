import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'

/** Church and owner as they were typed. */
export type Wanted = {
  churchName: string
  slug: string
  isoCode: string
  timeZone: string
  firstName: string
  lastName: string
}

type NewSignup = {
  id: string
  email: string
  emailKey: string
  passwordHash: string
  wanted: Wanted
  at: Date
  expiresAt: Date
}

export async function keepSignup(tx: Tx, { wanted, ...signup }: NewSignup): Promise<void> {
  await sql`select keep_signup(${signup.id}, ${signup.email}, ${signup.emailKey}, ${signup.passwordHash},
    ${JSON.stringify(wanted)}::jsonb, ${signup.at}, ${signup.expiresAt})`.execute(tx)
}

/** Whom to write to; `known`: somebody signs in with the address already, so there is no code. */
type Coded = { email: string; known: boolean }

/** Gives a running sign-up its code; null when it is over. */
export async function codeSignup(
  tx: Tx,
  { id, codeHash, at }: { id: string; codeHash: Buffer; at: Date },
): Promise<Coded | null> {
  const { rows } = await sql<Coded>`select email, known from code_signup(${id}, ${codeHash}, ${at})`.execute(tx)
  return rows[0] ?? null
}

type Shown = { id: string; codeHash: Buffer; at: Date }

/** Whether this is the code; a wrong one is counted. */
export async function trySignup(tx: Tx, { id, codeHash, at }: Shown): Promise<boolean> {
  const { rows } = await sql<{ right: boolean | null }>`
    select try_signup(${id}, ${codeHash}, ${at}) as right`.execute(tx)
  return rows[0]?.right ?? false
}

export type TakenSignup = { email: string; emailKey: string; passwordHash: string; wanted: Wanted }

/** For exactly one of those who show the code; others of the address end. Null for everybody else. */
export async function takeSignup(tx: Tx, { id, codeHash, at }: Shown): Promise<TakenSignup | null> {
  const { rows } = await sql<TakenSignup>`
    select email, email_key as "emailKey", password_hash as "passwordHash", wanted
    from take_signup(${id}, ${codeHash}, ${at})`.execute(tx)
  return rows[0] ?? null
}

/** False when there is no such sign-up, or it had its codes. */
export async function renewSignup(
  tx: Tx,
  { id, at, expiresAt }: { id: string; at: Date; expiresAt: Date },
): Promise<boolean> {
  const { rows } = await sql<{ renewed: boolean | null }>`
    select renew_signup(${id}, ${at}, ${expiresAt}) as renewed`.execute(tx)
  return rows[0]?.renewed ?? false
}
