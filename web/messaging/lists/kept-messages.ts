import {
  countMessages,
  deleteDrafts,
  DRAFTS_DELETED_AT_ONCE,
  listDrafts,
  type DraftRow,
} from '#contract/messaging/drafts.ts'
import { call } from '../../api/call.ts'
import { keyOf } from '../../api/queries.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { usePagedList } from '../../lists/paged-list.ts'

type KeptList = 'drafts' | 'templates' | 'schedules'

/** What reads anew when something was kept, scheduled, sent or deleted. */
export const keptReads = [listDrafts, countMessages]

/** SMS of one list that are not sent yet, page by page. */
export const useKeptSms = (list: KeptList, search: string) =>
  usePagedList<DraftRow>([...keyOf(listDrafts), { list, search }], (page, signal) =>
    call(listDrafts, { query: { list, channel: 'sms', ...(search && { search }), ...page } }, { signal }),
  )

/** Deletes drafts, templates and schedules. */
export function useDeleteKept() {
  const t = useTexts()
  const deleteAll = async (ids: readonly string[]) => {
    let deleted = 0
    for (let from = 0; from < ids.length; from += DRAFTS_DELETED_AT_ONCE)
      deleted += (await call(deleteDrafts, { body: { ids: ids.slice(from, from + DRAFTS_DELETED_AT_ONCE) } })).deleted
    return { deleted: deleted > 0, message: t('messaging.lists.gone') }
  }
  return useCall(deleteAll, { refreshes: keptReads })
}

/** Whom a message is for, in words: the first that was chosen, and how many more. */
export function useWhom(typed: TextId = 'messaging.compose.numbers') {
  const t = useTexts()
  return ({ allContacts, groups, persons, numbers, file, failedOf }: DraftRow['chosen']): string => {
    const [first, ...more] = [
      ...(allContacts ? [t('messaging.compose.allContacts')] : []),
      ...groups,
      ...(persons > 0 ? [t('messaging.lists.people', { count: persons })] : []),
      ...(numbers > 0 ? [t(typed, { count: numbers })] : []),
      ...(file === null ? [] : [file]),
      ...(failedOf === null ? [] : [t('messaging.compose.notReached')]),
    ]
    if (first === undefined) return t('messaging.lists.nobodyYet')
    return more.length > 0 ? t('messaging.compose.firstAndMore', { name: first, count: more.length }) : first
  }
}
