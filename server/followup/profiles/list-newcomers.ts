import { z } from 'zod/mini'
import { interestNames } from '#contract/followup/look-ups.ts'
import type { FirstTimerRow } from '#contract/followup/first-timer-lists.ts'
import type { listNewcomers as call } from '#contract/followup/people.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import { pictureUrl } from '../../identity/index.ts'
import { foldText, searchWordsOf } from '../../people/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { cursorText, PAGE_SIZE, pageFrom, readCursor } from '../../platform/pages.ts'
import {
  countFirstTimers,
  countNewcomers,
  selectFirstTimers,
  selectNewcomers,
  type ListedNewcomer,
} from './profile-store.ts'

const place = z.object({ at: cursorText.check(z.regex(/^\d{4}-\d\d-\d\d [\d:.]+[+-]\d\d(:?\d\d)?$/)), id: z.uuid() })

/** Who is followed up, the latest first. */
export async function listNewcomers(
  tx: Tx,
  { cursor, limit = PAGE_SIZE, search = '', owner }: Received<typeof call>['query'],
): Promise<Answer<typeof call>> {
  const searched = searchWordsOf(search)
  if (searched?.length === 0) return { items: [], nextCursor: null, total: 0 }
  const words = searched?.map(({ from }) => from) ?? []
  const rows = await selectNewcomers(tx, { words, owner }, { after: readCursor(place, cursor), limit: limit + 1 })
  const page = pageFrom(rows, limit, (row) => ({ at: row.place, id: row.id }))
  return { ...page, items: page.items.map(shown), total: await countNewcomers(tx, { words, owner }) }
}

const shown = ({
  id,
  firstName,
  lastName,
  email,
  mobilePhone,
  memberType,
  pictureId,
  ownerName,
  ownerLeft,
  origin,
  stage,
  firstVisitOn,
}: ListedNewcomer) => {
  const named = { id, firstName, lastName, email, mobilePhone, memberType }
  return { ...named, pictureUrl: pictureUrl(pictureId), ownerName, ownerLeft, origin, stage, firstVisitOn }
}

const PAGE = 50
const pageOf = (page = 1) => ({ offset: (Math.max(page, 1) - 1) * PAGE, limit: PAGE })
type Shown = (url: string | null) => string | null

/** First-timers as existing clients list them. */
export async function pageOfFirstTimers(tx: Tx, page: number | undefined, picture: Shown) {
  const rows = await selectFirstTimers(tx, pageOf(page))
  return { data: rows.map((row) => firstTimerOf(row, picture)), totalItems: await countFirstTimers(tx) }
}

type Filter = {
  page?: number | undefined
  firstname?: string | undefined
  phone_number?: string | undefined
  lifecycle?: string | undefined
}

export async function filterFirstTimers(tx: Tx, filter: Filter, picture: Shown): Promise<FirstTimerRow[]> {
  const name = foldText(filter.firstname ?? '')
  const digits = (filter.phone_number ?? '').replaceAll(/\D/g, '').replace(/^0+/, '')
  const rows = await selectFirstTimers(tx, {
    ...pageOf(filter.page),
    name,
    digits,
    stage: filter.lifecycle?.trim() ?? '',
  })
  return rows.map((row) => firstTimerOf(row, picture))
}

const firstTimerOf = (row: ListedNewcomer, picture: Shown): FirstTimerRow => ({
  id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  phoneNumber: row.mobilePhone,
  email: row.email,
  imageURL: picture(pictureUrl(row.pictureId)),
  howDidYouAboutUsName: row.source,
  interestedInJoining: row.interest === null ? null : (interestNames[row.interest] ?? null),
  date: row.joinedOn,
  lifeCycle: row.stage,
  movement: row.movement,
  interactions: row.interactions,
})
