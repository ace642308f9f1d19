import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../lib/languages/index.ts'
import { paths } from '../lib/paths.ts'
import type { Selection } from '../ui/data-table/index.ts'
import { toast } from '../ui/toasts/index.ts'
import { peopleQueryOf, type PeopleFilter } from './people-filter.ts'
import { idsOfMatching } from './queries.ts'

/** 200 ids are 7 kB; addresses beyond 8 kB are refused on the way by some proxies. */
const IN_ADDRESS = 200
/** People that one message takes by their ids. */
const MOST = 5_000

/** Everybody of one group, and nothing else is asked: the message then goes to the group itself, whatever its size. */
function wholeGroup(filter: PeopleFilter, except: readonly string[]): string | undefined {
  const { groupId, ...others } = peopleQueryOf(filter)
  return except.length === 0 && Object.keys(others).length === 0 ? groupId : undefined
}

/** Opens the compose page with these persons chosen, or with everybody who matches the filter. */
export function useSendSmsTo(filter: PeopleFilter) {
  const t = useTexts()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const sendTo = (ids: readonly string[]) =>
    void (ids.length <= IN_ADDRESS
      ? navigate({ to: paths.composeSms, search: { persons: ids.join(',') } })
      : navigate({ to: paths.composeSms, state: { persons: [...ids] } }))
  const sendToMatching = (except: readonly string[], count: number) => {
    const group = wholeGroup(filter, except)
    if (group) return void navigate({ to: paths.composeSms, search: { group } })
    if (count > MOST)
      return void toast.warn(t('people.sms.tooManyTitle'), { text: t('people.sms.tooManyText', { count: MOST }) })
    setBusy(true)
    void idsOfMatching(filter, except, MOST)
      .then(sendTo, () => void toast.bad(t('people.sms.failed')))
      .finally(() => setBusy(false))
  }
  return {
    isBusy,
    sendTo,
    /** `count`: how many are selected. */
    sendToSelected: (selection: Selection, count: number) =>
      selection.kind === 'ids' ? sendTo(selection.ids) : sendToMatching(selection.except, count),
  }
}
