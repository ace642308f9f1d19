import { z } from 'zod'
import { type Answer, type Ask, type Patience, read, refusal } from './calls.ts'
import { ProviderAway } from './provider.ts'

const envelope = z.object({ status: z.enum(['success', 'error']), message: z.string().catch('') })

/** Flutterwave says why in sentences only. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/no transaction was found/i, 'transaction_not_found'],
  [/^no (refund|chargeback)s?( was| were)?( found)?\b/i, 'none_listed'],
  [/duplicate|already exists?/i, 'duplicate_reference'],
]

/** What Flutterwave answered with. Throws its refusal. */
export function data({ status, body }: Answer): unknown {
  const said = read(envelope, body)
  if (status < 400 && said.status === 'success') return body['data']
  throw refusal(status, SENTENCES.find(([sentence]) => sentence.test(said.message))?.[1])
}

/** More than one transaction can have, and few enough to be read in one go. */
const PAGES_MOST = 10

const paged = z.object({ meta: z.object({ page_info: z.object({ total_pages: z.int().nonnegative() }) }) })

/** All pages of a list, read by `of`. */
export async function everyPage<T>(
  ask: Ask,
  path: string,
  { of, patience }: { of: (answer: Answer) => T[]; patience: Patience },
): Promise<T[]> {
  const found: T[] = []
  let pages = 1
  for (let page = 1; page <= pages; page += 1) {
    const answer = await ask({ method: 'GET', path: page === 1 ? path : `${path}&page=${page}`, patience })
    found.push(...of(answer))
    pages = Math.max(pages, paged.safeParse(answer.body).data?.meta.page_info.total_pages ?? 1)
    if (pages > PAGES_MOST) throw new ProviderAway('The provider answered more than can be read.')
  }
  return found
}
