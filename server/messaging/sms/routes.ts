import type { z } from 'zod/mini'
import { errors, type ErrorCode } from '#contract/errors.ts'
import {
  getCommunicationGroups,
  listWho as whoCall,
  quoteSms as quoteCall,
  sendSms as sendCall,
  type smsSent,
  ALL_CONTACTS,
  type Destination,
} from '#contract/messaging/sms.ts'
import { audit } from '../../identity/index.ts'
import { listGroups } from '../../people/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { ApiError, clientGone, type Serve } from '../../platform/http/index.ts'
import { audienceOf, longListsInTurn } from '../campaigns/index.ts'
import { againRoutes, footerIn } from './again-routes.ts'
import { listWho } from './list-who.ts'
import { quoteSms } from './quote-sms.ts'
import { sendSms } from './send-sms.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const CATEGORY_AND_ID = /^.*_([0-9a-f-]{36})$/i

/** What existing clients send of the destination. */
type LegacyDestination = {
  contacts?: unknown[] | null | undefined
  groupedContacts?: string[] | null | undefined
  ToContacts?: string | null | undefined
  toOthers?: string | null | undefined
  contactFileId?: string | undefined
  failedOf?: string | undefined
  failedFor?: Destination['failedFor']
}

/** Reads `category_id` strings, comma ids and selected persons into a destination. */
export function destinationOf(body: LegacyDestination): Destination {
  const groups = body.groupedContacts ?? []
  const isAll = (entry: string): boolean => entry.toLowerCase() === ALL_CONTACTS
  return {
    allContacts: groups.some(isAll),
    groupIds: groups.filter((entry) => !isAll(entry)).map(groupIdOf),
    personIds: [...new Set([...personIdsIn(body.ToContacts ?? ''), ...(body.contacts ?? []).flatMap(contactIdOf)])],
    ...(body.toOthers ? { phoneNumbers: body.toOthers } : {}),
    ...(body.contactFileId ? { contactFileId: body.contactFileId } : {}),
    ...(body.failedOf ? { failedOf: body.failedOf, ...(body.failedFor ? { failedFor: body.failedFor } : {}) } : {}),
  }
}

function groupIdOf(entry: string): string {
  const id = CATEGORY_AND_ID.exec(entry)?.[1] ?? ''
  if (!UUID.test(id)) throw new ApiError('invalid_input', { fields: { 'body.groupedContacts': 'Write category_id.' } })
  return id
}

function personIdsIn(list: string): string[] {
  const ids = list
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean)
  if (!ids.every((id) => UUID.test(id)))
    throw new ApiError('invalid_input', { fields: { 'body.ToContacts': 'Write person ids, separated by commas.' } })
  return ids
}

/** Selected persons come as ids or as objects with an id; anything else names nobody. */
function contactIdOf(contact: unknown): string[] {
  const id = typeof contact === 'object' && contact !== null && 'id' in contact ? contact.id : contact
  return typeof id === 'string' && UUID.test(id) ? [id] : []
}

export type SmsSent = z.input<typeof smsSent>
type Refusal = NonNullable<SmsSent['code']>

/** Refusals of a send that a person must read; they come as HTTP 200 with `status: false`. */
const readable: readonly ErrorCode[] = [
  'not_enough_units',
  'sender_not_approved',
  'no_recipients',
  'too_many_recipients',
  'quote_changed',
] satisfies Refusal[]

export function smsRoutes(serve: Serve, context: AppContext): void {
  const { enqueue } = context
  const footerFor = footerIn(context)
  againRoutes(serve, context)

  serve(quoteCall, ({ caller, body, at, reply, transact }) =>
    longListsInTurn(body.destination, clientGone(reply), async () => {
      const church = { ...caller.church, tenantId: caller.tenantId }
      const audience = await audienceOf(body.destination, church.isoCode)
      return transact(async (tx) =>
        quoteSms(tx, church, { ...body, audience, footer: await footerFor(tx, body.optOutLink), at }),
      )
    }),
  )

  serve(whoCall, ({ caller, body, reply, transact }) =>
    longListsInTurn(body.destination, clientGone(reply), async () => {
      const audience = await audienceOf(body.destination, caller.church.isoCode)
      return transact((tx) => listWho(tx, { ...body, audience }))
    }),
  )

  serve(sendCall, async ({ caller, actor, body, at, reply, transact }) => {
    const sender = { tenantId: caller.tenantId, accountId: caller.accountId, isoCode: caller.church.isoCode, at }
    const { subject: senderId, message, neutralName, routeId, gateWayToUse, quotedUnits = null } = body
    const destination = destinationOf(body)
    const send = async (): Promise<SmsSent> => {
      const audience = await audienceOf(destination, sender.isoCode)
      const input = { senderId, audience, message, neutralName, routeId, gateWayToUse, quotedUnits }
      return transact(async (tx): Promise<SmsSent> => {
        const { id, recipients, units } = await sendSms(tx, enqueue, sender, {
          ...input,
          footer: footerFor(tx, body.optOutLink),
        })
        await audit(tx, caller.tenantId, actor, {
          act: 'message.sent',
          subjectId: id,
          details: { recipients, units },
          at,
        })
        return {
          status: true,
          message: 'Your sms has been sent successfully!',
          unitsUsed: units,
          sentMessageDTO: { id, message, smsUnitsUsed: units, report: [{ status: 'queued' }] },
        }
      })
    }
    try {
      return await longListsInTurn(destination, clientGone(reply), send)
    } catch (error) {
      return refusalOf(error)
    }
  })

  serve(getCommunicationGroups, async ({ transact }) =>
    transact(async (tx) => {
      const groups = await listGroups(tx)
      const byCategory = Map.groupBy(groups, (group) => group.category)
      return Object.fromEntries(
        [...byCategory].map(([heading, members]) => [
          heading,
          members.map(({ id, name }) => ({ id, name, category: 'group' })),
        ]),
      )
    }),
  )
}

/** What a refusal that a person must read is answered as; throws all others. */
export function refusalOf(error: unknown): SmsSent {
  if (!(error instanceof ApiError) || !readable.includes(error.code)) throw error
  return { status: false, message: errors[error.code].message, unitsUsed: 0, code: error.code as Refusal }
}
