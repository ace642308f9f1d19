import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { checkIn } from '#contract/checkin/station.ts'
import { startCheckout } from '#contract/billing/checkout.ts'
import { addProof, startTransfer } from '#contract/billing/payments.ts'
import { listSessions } from '#contract/identity/account.ts'
import { inviteStaff } from '#contract/identity/staff.ts'
import { saveView } from '#contract/identity/views.ts'
import { uploadContactFile } from '#contract/messaging/contact-files.ts'
import { saveDraft, saveTemplate } from '#contract/messaging/drafts.ts'
import { saveEmailDraft } from '#contract/messaging/email-drafts.ts'
import { sendEmail } from '#contract/messaging/emails.ts'
import { listConversations } from '#contract/messaging/replies.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { archivePeople } from '#contract/people/changes.ts'
import { addFamily } from '#contract/people/families.ts'
import { addGroup } from '#contract/people/groups.ts'
import { uploadImport } from '#contract/people/imports.ts'
import { uploadPersonPicture } from '#contract/people/persons.ts'
import { settle } from '../billing/index.ts'
import { systemActor } from '../platform/http/index.ts'
import { followSomebodyUp, type FollowedUp } from './rich-followup.ts'
import { addColleague } from './add-colleague.ts'
import type { Church } from './build-church.ts'
import { buildEvent } from './build-event.ts'
import { buildFamily } from './build-family.ts'
import { openBankAccount, setPrice } from './price-store.ts'
import { bringReplies } from './bring-replies.ts'
import { insertSender } from './church-store.ts'
import { openDevice } from './station-device.ts'
import type { TestApp } from './start-app.ts'

/** One of everything that a church can have and that has an id. */
export type Belongings = {
  person: string
  /** Archived by `change`. */
  archived: string
  picture: string
  group: string
  family: string
  change: string
  import: string
  payment: string
  proof: string
  /** A payment that succeeded: it has a receipt. */
  paid: string
  /** A payment on a provider's page, by its id and its reference. */
  checkout: string
  reference: string
  invite: string
  staff: string
  session: string
  view: string
  campaign: string
  email: string
  emailDraft: string
  /** With somebody who replied. */
  conversation: string
  /** A template. */
  draft: string
  /** Begun and not sent. */
  begun: string
  contactFile: string
  sender: string
  event: string
  eventClass: string
  /** A family with a child, who is in class by its registration. */
  home: string
  child: string
  registration: string
  station: string
} & FollowedUp

export type RichChurch = Church & { has: Belongings }

/** What units cost and where transfers go: without it no church can begin to pay. Once for a whole installation. */
export async function openTill({ look }: Pick<TestApp, 'look'>): Promise<void> {
  await setPrice(look, { currency: 'NGN', amount: '5.9' })
  await openBankAccount(look, 'NGN')
}

/** Makes a church that has one of everything; `openTill` comes first. */
export async function buildRichChurch(app: TestApp): Promise<RichChurch> {
  const church = await app.buildChurch({
    units: 50,
    people: [
      { firstName: 'Ọlá', lastName: 'Ojo', phone: '+2348031234567' },
      { firstName: 'Chidi', lastName: 'Obi', phone: '+2348031234568' },
    ],
  })
  const { staff, session } = await employ(app, church)
  return {
    ...church,
    has: {
      ...(await gather(app, church)),
      ...(await pay(app, church)),
      ...(await write(app, church)),
      staff,
      session,
      ...(await plan(app, church)),
      ...(await followSomebodyUp(app, church, staff)),
    },
  }
}

const asAdmin = ({ admin }: Church) => ({ token: admin.token })

async function employ(app: TestApp, church: Church) {
  const colleague = await addColleague(app, church)
  const { body } = await app.call(listSessions, {}, { token: colleague.token })
  return { staff: colleague.accountId, session: idOf(body[0]) }
}

async function plan(app: TestApp, church: Church) {
  const event = await buildEvent(app, church)
  const eventClass = idOf(event.classes[0])
  const { familyId, childIds } = await buildFamily(app, church)
  const [child = ''] = childIds
  const children = [{ personId: child, classId: eventClass }]
  const body = { eventId: event.id, familyId, children }
  const { registrationId: registration } = (await app.call(checkIn, { body }, asAdmin(church))).body
  const { stationId: station } = await openDevice(app, church)
  return { event: event.id, eventClass, home: familyId, child, registration, station }
}

async function gather(app: TestApp, church: Church) {
  const as = asAdmin(church)
  const [person = '', archived = ''] = church.personIds
  const description = { category: 'Cell', description: '' }
  const group = idOf((await app.call(addGroup, { body: { name: 'Lekki', ...description } }, as)).body)
  const home = { name: 'Ojo', email: null, homePhone: null, address: null }
  const members = [{ personId: person, role: 1 }]
  const family = idOf((await app.call(addFamily, { body: { ...home, members } }, as)).body)
  const { body: pictured } = await app.call(uploadPersonPicture, { params: { id: person }, file: await dot() }, as)
  const { body: change } = await app.call(archivePeople, { body: { people: { ids: [archived] } } }, as)
  const file = new File(['Name,Phone\nBisi Ade,08031234569\n'], 'people.csv')
  const imported = idOf((await app.call(uploadImport, { file }, as)).body)
  const picture = pictured.pictureUrl?.split('/').at(-1) ?? ''
  return { person, archived, group, family, picture, change: change.changeId ?? '', import: imported }
}

/** The smallest picture. */
export const dot = async (): Promise<File> => {
  const drawn = sharp({ create: { width: 2, height: 2, channels: 3, background: '#888888' } })
  return new File([new Uint8Array(await drawn.png().toBuffer())], 'dot.png')
}

/** The smallest PDF. */
export const slip = (): File => new File(['%PDF-1.7\n1 0 obj\n'], 'slip.pdf')

async function pay(app: TestApp, church: Church) {
  const body = { purpose: 'units', currency: 'NGN', amount: '590' } as const
  const payment = idOf((await app.call(startTransfer, { body }, asAdmin(church))).body)
  const { body: proved } = await app.call(addProof, { params: { id: payment }, file: slip() }, asAdmin(church))
  return { payment, proof: idOf(proved.proofs[0]), paid: await payFor(app, church), ...(await payOnline(app, church)) }
}

async function payOnline({ call }: TestApp, church: Church) {
  const purchase = { purpose: 'units', currency: 'NGN', amount: '59' } as const
  const { body } = await call(startCheckout, { body: { purchase, provider: 'paystack' } }, asAdmin(church))
  return { checkout: idOf(body), reference: body.reference }
}

async function payFor({ call, server, clock }: TestApp, church: Church): Promise<string> {
  const { tenantId } = church
  const body = { purpose: 'units', currency: 'NGN', amount: '59' } as const
  const paymentId = idOf((await call(startTransfer, { body }, asAdmin(church))).body)
  const outcome = { state: 'succeeded' } as const
  const settling = { tenantId, paymentId, outcome, actor: systemActor, at: clock.now() }
  await server.context.database.withTenant(tenantId, (tx) => settle(tx, server.context, settling))
  return paymentId
}

async function write(app: TestApp, church: Church) {
  const as = asAdmin(church)
  const { tenantId } = church
  const sms = { subject: church.sender, message: 'Welcome home', toOthers: '08031234567' }
  const sent = await app.call(sendSms, { body: sms }, as)
  const file = new File(['Name,Phone\nKehinde,08035550001\n'], 'guests.csv')
  const contacts = await app.call(uploadContactFile, { file }, as)
  const welcome = {
    channel: 'sms',
    content: { senderId: '', message: 'Welcome' },
    title: 'Welcome',
    isBirthday: false,
    version: 0,
  } as const
  const template = await app.call(saveTemplate, { params: { id: randomUUID() }, body: welcome }, as)
  const { channel, content, version } = welcome
  const written = { channel, content, version, destination: {} }
  const begun = await app.call(saveDraft, { params: { id: randomUUID() }, body: written }, as)
  const kept = { list: 'people', name: 'Everybody', state: '', shared: true } as const
  const view = await app.call(saveView, { body: kept }, as)
  const guest = { firstName: 'Tola', lastName: 'Ayo', email: `tola-${tenantId}@church.example` }
  const invite = await app.call(inviteStaff, { body: { ...guest, roles: ['FollowUp'] } }, as)
  await app.server.context.database.withTenant(tenantId, (tx) => insertSender(tx, tenantId, 'CHOIR', 0))
  const [sender] = await app.look(`select id from sender_id where tenant_id = $1 and mask = 'CHOIR'`, [tenantId])
  return {
    campaign: idOf(sent.body.sentMessageDTO),
    conversation: await hearFrom(app, church),
    draft: idOf(template.body),
    ...(await writeEmail(app, church)),
    begun: idOf(begun.body),
    contactFile: idOf(contacts.body),
    view: idOf(view.body),
    invite: idOf(invite.body),
    sender: String(sender?.['id']),
  }
}

async function writeEmail(app: TestApp, church: Church) {
  const email = { subject: 'Hello', message: '<p>Hello</p>', toOthers: 'guest@mail.example' }
  const { body: sent } = await app.call(sendEmail, { body: email }, asAdmin(church))
  const { body: draft } = await app.call(
    saveEmailDraft,
    { body: { subject: 'Later', body: '<p>Hi</p>' } },
    asAdmin(church),
  )
  return { email: idOf(sent.sentMessageDTO), emailDraft: idOf(draft) }
}

/** Somebody replies to a sender ID that only this church has. */
async function hearFrom(app: TestApp, church: Church): Promise<string> {
  const to = `R${church.tenantId.replaceAll('-', '').slice(0, 10)}`
  await app.server.context.database.withTenant(church.tenantId, (tx) => insertSender(tx, church.tenantId, to))
  await bringReplies(app, [{ to, text: 'Amen' }])
  const { body } = await app.call(listConversations, { query: {} }, asAdmin(church))
  return idOf(body.items[0])
}

/** An id that must be there: a church that lacks one of its things would prove nothing. */
function idOf(made: { id: string } | undefined): string {
  if (!made?.id) throw new Error(`Not made: ${JSON.stringify(made)}`)
  return made.id
}
