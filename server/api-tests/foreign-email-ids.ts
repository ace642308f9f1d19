import * as drafts from '#contract/messaging/email-drafts.ts'
import * as emails from '#contract/messaging/emails.ts'
import * as kept from '#contract/messaging/kept-emails.ts'
import * as persons from '#contract/people/persons.ts'
import type { Ask, Asked } from './foreign-ask.ts'

const written = { subject: 'Hello', message: '<p>Hello</p>' }
const withPicture = (pictureId: string) => ({
  subject: 'Hello',
  blocks: [{ type: 'picture', pictureId, width: 10, height: 10, alt: 'A hall' }],
})
const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 16)
const mine = {
  content: { subject: 'Mine', blocks: [{ type: 'heading', text: 'Mine' }] },
  destination: { emailAddresses: 'a@one.example' },
}
const sending = (to: object): Asked => ({ endpoint: emails.sendEmail, body: { ...written, ...to } })

/** Emails, sent and not sent yet, with their ids and with those of whom they are for. */
export const askedOfEmails: readonly Ask[] = [
  ...[emails.readSentEmail, emails.readEmailMessage, emails.readEmailPage, emails.cancelEmail].map(
    (endpoint): Ask =>
      ({ other }) => ({
        endpoint,
        params: { id: other.email },
      }),
  ),
  ({ other }) => ({ endpoint: emails.listEmailRecipients, params: { id: other.email }, query: {} }),
  ({ other }) => ({ endpoint: emails.exportEmailRecipients, params: { id: other.email }, query: { format: 'csv' } }),
  ({ other }) => ({ endpoint: emails.deleteSentEmails, query: { IdList: other.email } }),
  ({ other }) => ({ endpoint: drafts.getEmailDraftById, query: { id: other.emailDraft } }),
  ({ other }) => ({ endpoint: drafts.deleteEmailDrafts, query: { EmailDraftIdList: other.emailDraft } }),
  ({ other }) => ({ endpoint: drafts.deleteEmailSchedules, query: { ScheduledMessageIdList: other.emailDraft } }),
  ...[kept.readKeptEmail, kept.readKeptEmailPage, kept.unscheduleEmail].map((endpoint): Ask => ({ other }) => ({
    endpoint,
    params: { id: other.emailDraft },
  })),
  ({ other }) => ({ endpoint: kept.keepEmail, params: { id: other.emailDraft }, body: { ...mine, version: 1 } }),
  ({ other }) => ({
    endpoint: kept.keepEmailTemplate,
    params: { id: other.emailDraft },
    body: { content: mine.content, title: 'Mine', version: 1 },
  }),
  ({ other }) => ({
    endpoint: kept.scheduleEmail,
    params: { id: other.emailDraft },
    body: { ...mine, version: 1, localTime: soon },
  }),
  ({ other }) => ({ endpoint: kept.sendKeptEmail, params: { id: other.emailDraft }, body: { version: 1 } }),
  ({ other }) => ({ endpoint: persons.releaseEmail, params: { id: other.person }, body: { reason: 'Typed wrongly' } }),
  ({ other }) => sending({ groupedContacts: [`group_${other.group}`] }),
  ({ other }) => sending({ ToContacts: other.person }),
  ({ other }) => ({ endpoint: emails.quoteEmail, body: { destination: { groupIds: [other.group] } } }),
  ({ other }) => ({ endpoint: emails.quoteEmail, body: { destination: { failedOf: other.email } } }),
  ({ other }) => ({ endpoint: emails.testEmail, body: { content: withPicture(other.picture) } }),
]
