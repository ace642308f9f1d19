import type { AppContext } from '../../platform/app-context.ts'
import { renderEmail, type Mail } from '../../platform/mail/index.ts'
import { selectMember } from '../accounts/index.ts'
import { selectChange, type ChangeRecord } from './change-store.ts'
import { z } from 'zod/mini'
import { defineJob } from '../../platform/jobs/index.ts'
import { majorText } from '#contract/billing/exact.ts'
import type { ChangeKind } from '#contract/operator/changes.ts'

type ChangeWordsChangeNotification = Pick<ChangeRecord, 'kind' | 'churchName' | 'details' | 'before' | 'after'>

const titles: Record<ChangeKind, string> = {
  settings: 'Change settings',
  price: 'Change price',
  plan: 'Change plan',
  route: 'Change SMS route',
  sending_hours: 'Change sending hours',
  public_holidays: 'Change public holidays',
  tax: 'Change tax',
  operator_invite: 'Invite operator',
  operator_remove: 'Remove operator',
  operator_reset_factor: 'Reset two-step verification',
  subscription: 'Change plan or expiry',
  subscription_days: 'Give days',
  payment_approve: 'Approve payment',
  payment_refund: 'Refund payment',
}

/** What is asked for, in a few words: for mails and for the command on the server. */
export const titleOf = ({ kind }: Pick<ChangeWordsChangeNotification, 'kind'>): string => titles[kind]

const names: Record<string, string> = {
  supportEmail: 'Support email',
  supportPhone: 'Support phone',
  chatUrl: 'Support chat',
  amount: 'Amount',
  name: 'Name',
  description: 'Description',
  membershipSize: 'Number of people',
  offered: 'Available to churches',
  countries: 'Countries',
  rateNumerator: 'Units',
  rateDenominator: 'per number of pages',
  returnsUndelivered: 'Return units for messages that are not delivered',
  availability: 'Availability',
  reachesDnd: 'Reaches do-not-disturb numbers',
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
  agreed: 'With the church’s statement, on other days',
  releases: 'Waiting messages leave at',
  zone: 'Clock of',
  closedOnHolidays: 'Closed on public holidays',
  source: 'Source of the rule',
  checkedOn: 'Checked on',
  year: 'Year',
  planName: 'Plan',
  expiresOn: 'Expires',
  state: 'Status',
  email: 'Email',
  church: 'Church',
  reference: 'Reference',
  purpose: 'For',
  currency: 'Currency',
  units: 'Units',
  months: 'Months',
  product: 'Product',
  isoCode: 'Country',
  route: 'Route',
  startsOn: 'From',
  toCome: 'Price to come',
  rate: 'Rate in percent',
  days: 'Days',
  legalName: 'Legal name',
  taxNumber: 'Tax number',
}

function nameOf(key: string): string {
  const [field = '', currency] = key.split('.')
  if (field === 'approvalLimits') return `Limit for one operator (${currency})`
  if (field === 'bankAccounts') return `Bank account (${currency})`
  if (field === 'holiday') return currency ?? ''
  return names[field] ?? field
}

function valueOf(key: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  const [field, currency = ''] = key.split('.')
  if (field === 'approvalLimits') return `${currency} ${majorText(Number(value), currency)}`
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'object') {
    const account = value as Record<string, string>
    return ['bank', 'accountName', 'accountNumber', 'note'].flatMap((part) => account[part] || []).join(', ')
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** What it is about and what becomes what, line by line. */
export function linesOf({ details, before, after }: ChangeWordsChangeNotification): string[] {
  const told = Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${nameOf(key)}: ${valueOf(key, value)}`)
  const changes = Object.keys(after).map(
    (key) => `${nameOf(key)}: ${valueOf(key, before[key])} → ${valueOf(key, after[key])}`,
  )
  return [...told, ...changes]
}

/** Mails one operator what waits for a second one, or what became of it. */
export const tellChangeJob = defineJob({
  name: 'operator.tell-change',
  payload: z.object({ changeId: z.uuid(), operatorId: z.uuid() }),
})

type ChangeNotification = { changeId: string; operatorId: string }

/** Mails an operator what waits for a second one, or what became of it; as it is when the mail leaves. */
export async function tellChange(context: AppContext, { changeId, operatorId }: ChangeNotification): Promise<void> {
  const found = await context.database.withOperator({ operatorId }, async (tx) => ({
    change: await selectChange(tx, changeId, context.clock.now()),
    to: await selectMember(tx, operatorId),
  }))
  if (!found.change || !found.to) return
  const mail = changeMail(found.change, {
    ...found.to,
    link: `${context.config.publicUrl}/operator/changes?id=${changeId}`,
  })
  if (mail) await context.sendMail(mail)
}

type Reader = { name: string; email: string; link: string }

/** Null: there is nothing to tell any more. */
function changeMail(change: ChangeRecord, { name, email, link }: Reader): Mail | null {
  const { askedBy, decidedBy, decidedReason, reason } = change
  const title = titleOf(change)
  const body = [...linesOf(change), ...(reason === '' ? [] : [`Reason: ${reason}`])]
  const second = decidedBy?.name ?? 'A command on the server'
  if (change.state === 'waiting')
    return renderEmail({
      to: email,
      subject: `To confirm: ${title}`,
      paragraphs: [
        `Hello ${name},`,
        `${askedBy.name} requested this change. Nothing changes until another operator confirms it.`,
        ...body,
      ],
      button: { title: 'Review change', link },
      closing: 'If you did not expect this, reject it and talk to the other operators.',
    })
  if (change.state === 'applied')
    return renderEmail({
      to: email,
      subject: `Confirmed: ${title}`,
      paragraphs: [
        `Hello ${name},`,
        `${askedBy.name} requested this change and ${second} confirmed it. It is now in effect.`,
        ...body,
      ],
      button: { title: 'View change', link },
      closing: 'If something is wrong, talk to the other operators immediately.',
    })
  if (change.state === 'refused')
    return renderEmail({
      to: email,
      subject: `Rejected: ${title}`,
      paragraphs: [`Hello ${name},`, `${second} rejected your request: ${decidedReason ?? ''}`, ...body],
      button: { title: 'View change', link },
    })
  return null
}
