import { useEffect, useState } from 'react'
import type { Pass } from '#contract/checkin/registration.ts'
import { openVault, type Vault } from '../../../device/vault.ts'

/** Passes lie locked on this device, by the id of the registration, for a Sunday without a network. */
let opened: Promise<Vault> | undefined
const vault = (): Promise<Vault> => (opened ??= openVault('passes'))

/** True: the pass is on this device now. */
export const keepPass = async (pass: Pass): Promise<boolean> => (await vault()).put(pass.id, pass)

/** All that are still needed: others go. */
export async function keepPasses(passes: readonly Pass[]): Promise<void> {
  const store = await vault()
  const wanted = new Set(passes.map(({ id }) => id))
  const before = await store.all<Pass>()
  await Promise.all([
    ...passes.map((pass) => store.put(pass.id, pass)),
    ...before.filter(({ id }) => !wanted.has(id)).map(({ id }) => store.drop(id)),
  ])
}

export const keptPass = async (id: string): Promise<Pass | undefined> => (await vault()).get<Pass>(id)
export const dropPass = async (id: string): Promise<void> => (await vault()).drop(id)

/** On signing out: whoever takes the phone next finds nothing. */
export const forgetPasses = async (): Promise<void> => (await vault()).clear()

/** What is kept, the next event first; undefined while it is read. */
export function useKeptPasses(): readonly Pass[] | undefined {
  const [passes, setPasses] = useState<readonly Pass[]>()
  useEffect(() => {
    let isHere = true
    const show = async () => {
      const found = await (await vault()).all<Pass>()
      if (isHere) setPasses(found.toSorted((one, other) => one.event.startsAt.localeCompare(other.event.startsAt)))
    }
    void show()
    return () => {
      isHere = false
    }
  }, [])
  return passes
}
