import { openVault, type Vault } from '../../device/vault.ts'
import type { SavedBody } from './saved.ts'

/** A message that the server could not take yet, as it stood on this device. */
export type KeptHere = {
  /** Whose it is: somebody else on this device is not offered it. */
  accountId: string
  /** Of its draft, and the version of it that the server has; 0: none. */
  id: string
  version: number
  body: SavedBody
  /** Instant, ISO 8601. */
  at: string
}

/** Whoever does not come back for a day has it somewhere else, or wants it no more; its numbers go with it. */
const KEPT_MS = 24 * 60 * 60 * 1000

let opened: Promise<Vault> | undefined
/** Locked with a key that no script can read. */
const vault = (): Promise<Vault> => (opened ??= openVault('unsent'))

/** Keeps a message that could not be saved. False: this browser keeps nothing. */
export const keepHere = async (kept: KeptHere): Promise<boolean> => (await vault()).put(kept.id, kept)

/** The server has it, or nobody wants it any more. */
export const dropHere = async (id: string): Promise<void> => (await vault()).drop(id)

/** What the account wrote here last; null: nothing. What is older than a day goes, whoever wrote it. */
export async function readHere(accountId: string, now: Date): Promise<KeptHere | null> {
  const kept = await (await vault()).all<KeptHere>()
  for (const { id } of kept.filter((one) => !isFresh(one, now))) await dropHere(id)
  const own = kept.filter((one) => one.accountId === accountId && isFresh(one, now))
  return own.toSorted((one, other) => other.at.localeCompare(one.at))[0] ?? null
}

export const isFresh = ({ at }: Pick<KeptHere, 'at'>, now: Date): boolean => {
  const age = now.getTime() - Date.parse(at)
  return age >= 0 && age < KEPT_MS
}

/** Whoever signs out leaves nothing behind. */
export const forgetHere = async (): Promise<void> => (await vault()).clear()
