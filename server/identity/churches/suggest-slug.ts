import { randomInt } from 'node:crypto'
import type { Tx } from '#server/platform/database/index.ts'
import { takeGuesses } from '../guesses/guesses.ts'
import { networkOf } from '../guesses/network.ts'
import { findFreeSlugs } from './slug-store.ts'
import { isReserved, slugOf, slugsNear } from './slugs.ts'

const RANDOM_MOST = 1_000_000

export type SlugQuestion = { name: string; ip: string; at: Date }

/** A free slug for a church's name, and whether it is the one that the name itself gives. Throws `too_many_tries`. */
export async function suggestSlug(tx: Tx, { name, ip, at }: SlugQuestion): Promise<{ slug: string; free: boolean }> {
  await takeGuesses(tx, [{ kind: 'slugAddress', who: networkOf(ip) }], at)
  const wanted = slugOf(name)
  const [free] = await findFreeSlugs(tx, slugsNear(wanted))
  const slug = free ?? `${wanted.slice(0, 50).replace(/-+$/, '')}-${randomInt(RANDOM_MOST)}`
  return { slug, free: slug === wanted && !isReserved(wanted) }
}
