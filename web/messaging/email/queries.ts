import { useQuery } from '@tanstack/react-query'
import { deleteDrafts, DRAFTS_DELETED_AT_ONCE } from '#contract/messaging/drafts.ts'
import * as calls from '#contract/messaging/emails.ts'
import type { EmailRecipient, EmailSaid, SentEmail } from '#contract/messaging/emails.ts'
import { listKeptEmails, unscheduleEmail, type KeptEmailRow } from '#contract/messaging/kept-emails.ts'
import type { RecipientState } from '#contract/messaging/sent-sms.ts'
import {
  listStoppedAddresses,
  releaseStoppedAddress,
  type StoppedAddress,
} from '#contract/messaging/stopped-addresses.ts'
import { call } from '../../api/call.ts'
import { keyOf, read } from '../../api/queries.ts'
import { useCall } from '../../api/use-call.ts'
import { useNumberedList } from '../../lists/numbered-list.ts'
import { usePagedList } from '../../lists/paged-list.ts'

const asked = (search: string) => (search ? { search } : {})

/** Sent emails, newest first, a numbered page of them. */
export const useSentEmails = (search: string, page: number) =>
  useNumberedList([...keyOf(calls.getAllSentEmails), { search, page }], (signal) =>
    call(calls.getAllSentEmails, { query: { page, brief: '1', ...asked(search) } }, { signal }),
  )

/** Emails of one list that are not sent yet. */
export const useKeptEmails = (list: 'drafts' | 'templates' | 'schedules', search: string) =>
  usePagedList<KeptEmailRow>([...keyOf(listKeptEmails), { list, search }], (page, signal) =>
    call(listKeptEmails, { query: { list, ...asked(search), ...page } }, { signal }),
  )

/** An email is handed over within a minute; what comes back takes longer. */
const LIVE_MS = 2_000

/** One sent email, looked at again while some of it is on its way. */
export const useOneEmail = (id: string) =>
  useQuery({
    ...read(calls.readSentEmail, { params: { id } }),
    refetchInterval: ({ state }) =>
      state.data && state.data.state !== 'waiting' && state.data.counts.waiting > 0 ? LIVE_MS : false,
  })

type Wanted = { search: string; state?: RecipientState; said?: EmailSaid }

/** Read anew whenever the figures change. */
export const useRecipients = ({ id, counts }: SentEmail, { search, ...narrowed }: Wanted) =>
  usePagedList<EmailRecipient>(
    [...keyOf(calls.listEmailRecipients), id, { search, ...narrowed, counts }],
    (page, signal) =>
      call(
        calls.listEmailRecipients,
        { params: { id }, query: { ...asked(search), ...narrowed, ...page } },
        { signal },
      ),
  )

/** Ids stand in the address, and proxies refuse addresses beyond 8 kB. */
const IDS_A_CALL = 150

async function deleteSent(ids: readonly string[]) {
  let answer = { deleted: false, message: '' }
  for (let from = 0; from < ids.length; from += IDS_A_CALL)
    answer = await call(calls.deleteSentEmails, { query: { IdList: ids.slice(from, from + IDS_A_CALL).join(',') } })
  return answer
}

async function deleteKept(ids: readonly string[]) {
  let deleted = 0
  for (let from = 0; from < ids.length; from += DRAFTS_DELETED_AT_ONCE)
    deleted += (await call(deleteDrafts, { body: { ids: ids.slice(from, from + DRAFTS_DELETED_AT_ONCE) } })).deleted
  return { deleted: deleted > 0, message: '' }
}

/** Takes them off the list. */
export const useDeleteSent = () => useCall(deleteSent, { refreshes: [calls.getAllSentEmails] })
export const useDeleteKept = () => useCall(deleteKept, { refreshes: [listKeptEmails] })
/** Makes a draft of it again. */
export const useUnschedule = () =>
  useCall((id: string) => call(unscheduleEmail, { params: { id } }), { refreshes: [listKeptEmails] })

/** Addresses that nothing to groups goes to, newest first. */
export const useStoppedAddresses = (search: string) =>
  usePagedList<StoppedAddress>([...keyOf(listStoppedAddresses), { search }], (page, signal) =>
    call(listStoppedAddresses, { query: { ...asked(search), ...page } }, { signal }),
  )

/** Lets emails go to one of them again. */
export const useReleaseAddress = () =>
  useCall((body: { address: string; reason: string }) => call(releaseStoppedAddress, { body }), {
    refreshes: [listStoppedAddresses],
  })
