import { readFamilySession, type FamilySession, type PortalChurch } from '#contract/checkin/door.ts'
import { putRead, useRead, type Read } from '../reading/use-read.ts'

/** What this device remembers of a church: nothing that is secret, and nothing of a family. */
export type KnownChurch = Pick<PortalChurch, 'name' | 'slug' | 'timeZone' | 'isoCode' | 'logoUrl'>

const CHURCH = 'nx.church'
/** Named so by existing clients, and holding what it holds there. */
const BASE_AUTH = 'baseAuth'

/** Of the church that this page is about: another tab that signs out forgets it for all of them. */
let shown: string | null = null

/** Where one signs in: the church of this page, else the one whose portal was open last. */
export const churchHere = (): string | null => knownChurch()?.slug ?? shown

/** The church whose portal was open last. */
export function knownChurch(): KnownChurch | null {
  try {
    const kept = JSON.parse(localStorage.getItem(CHURCH) ?? 'null') as Partial<KnownChurch> | null
    if (typeof kept?.slug !== 'string' || typeof kept.name !== 'string' || typeof kept.timeZone !== 'string')
      return null
    return { name: kept.name, slug: kept.slug, timeZone: kept.timeZone, isoCode: kept.isoCode ?? '', logoUrl: null }
  } catch {
    return null
  }
}

export function rememberChurch({ name, slug, timeZone, isoCode }: KnownChurch): void {
  shown = slug
  localStorage.setItem(CHURCH, JSON.stringify({ name, slug, timeZone, isoCode }))
}

/** Who is signed in, as existing clients keep it: ids only, never the token. */
export function rememberGuardian({ person, church }: FamilySession): void {
  localStorage.setItem(BASE_AUTH, JSON.stringify({ checkinPerson: person.id, tenantId: church.id }))
  rememberChurch(church)
}

/** The person who is signed in on this device as far as it remembers; null: nobody. */
export function knownGuardian(): string | null {
  try {
    const kept = JSON.parse(localStorage.getItem(BASE_AUTH) ?? 'null') as { checkinPerson?: unknown } | null
    return typeof kept?.checkinPerson === 'string' ? kept.checkinPerson : null
  } catch {
    return null
  }
}

export const likelySignedIn = (): boolean => localStorage.getItem(BASE_AUTH) !== null
export const forgetGuardian = (): void => localStorage.removeItem(BASE_AUTH)

/** Calls when somebody signs out in another tab, until the returned function is called. */
export function watchSignOut(onGone: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if ((key === BASE_AUTH || key === null) && !likelySignedIn()) onGone()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

export const useSessionRead = (): Read<FamilySession> => useRead(readFamilySession, {}, { quiet: true })

/** Who is signed in; undefined until it is known, which without a network it is not. */
export const useFamilySession = (): FamilySession | undefined => useSessionRead().data

/** The church whose portal this is, from memory where the network does not tell. */
export const useChurch = (): KnownChurch | null => useFamilySession()?.church ?? knownChurch()

/** While the church's gate is shut, families see everything and register nobody. */
export const useGateOpen = (): boolean => (useFamilySession()?.gate ?? 'open') === 'open'

/** After signing in the answer is the session: it is not asked for again. */
export const putSession = (session: FamilySession): void => putRead(readFamilySession, {}, session)
