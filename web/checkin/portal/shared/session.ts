import { readFamilySession, type FamilySession } from '#contract/checkin/door.ts'
import { knownChurch, type KnownChurch } from './church-memory.ts'
import { putRead, useRead, type Read } from './use-read.ts'

export const useSessionRead = (): Read<FamilySession> => useRead(readFamilySession, {}, { quiet: true })

/** Who is signed in; undefined until it is known, which without a network it is not. */
export const useFamilySession = (): FamilySession | undefined => useSessionRead().data

/** The church whose portal this is, from memory where the network does not tell. */
export const useChurch = (): KnownChurch | null => useFamilySession()?.church ?? knownChurch()

/** While the church's gate is shut, families see everything and register nobody. */
export const useGateOpen = (): boolean => (useFamilySession()?.gate ?? 'open') === 'open'

/** After signing in the answer is the session: it is not asked for again. */
export const putSession = (session: FamilySession): void => putRead(readFamilySession, {}, session)
