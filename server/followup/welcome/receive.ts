import type { WelcomeDoubt } from '#contract/followup/welcome.ts'
import { gateOf, networkOf, takeAttempt, type Attempt } from '../../identity/index.ts'
import type { Writer } from '../../people/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Tx } from '../../platform/database/index.ts'
import { systemActor } from '../../platform/http/index.ts'
import { dayIn, type Day } from '../../platform/runtime/index.ts'
import { lockPhone, selectByPhone } from '../profiles/index.ts'
import { doubtsOf, isSameName, type Said, type Typed } from './answers.ts'
import { enterVisitor } from './enter-visitor.ts'
import { hasEntry, insertEntry, selectOfDay, type EntryState } from './entry-store.ts'
import { lockRoom, type FormChurch } from './form-store.ts'
import { openedAt, pressId } from './form-token.ts'

type Setting = Pick<AppContext, 'database' | 'config' | 'clock'>
type Press = { church: FormChurch; said: Said; typed: Typed; language: string; ip: string }

/** Of those who write the form for a church of this time and zone. */
const writerOf = ({ tenantId, isoCode, timeZone }: FormChurch, at: Date): Writer => ({
  tenantId,
  isoCode,
  timeZone,
  actor: systemActor,
  at,
})

/**
 * Takes what was said on the form. The answer is its id, whoever has the phone and whatever is odd about it: the page behind
 * it is the same. Null: too much came from this network today.
 */
export async function receive({ database, config, clock }: Setting, press: Press): Promise<string | null> {
  const { church, said, typed } = press
  const { tenantId } = church
  const at = clock.now()
  const place = { tenantId, secretKey: config.secretKey }
  const id = pressId(place, [typed.token, said.firstName, said.lastName, said.phone])
  if (await database.withTenant(tenantId, (tx) => hasEntry(tx, id))) return id
  const crowded = await database.withoutTenant((tx) => countPress(tx, { tenantId, network: networkOf(press.ip), at }))
  if (crowded === 'flood') return null
  const doubts = [...doubtsOf({ trap: typed.trap, opened: openedAt(place, typed.token), said, at }), ...crowded]
  await database.withTenant(tenantId, (tx) => keep(tx, { ...press, id, doubts, at }))
  return id
}

type Counted = { tenantId: string; network: string; at: Date }

/** Whether more came than visitors send: what is odd about it, never a reason to refuse, but for a flood. */
async function countPress(tx: Tx, { tenantId, network, at }: Counted): Promise<WelcomeDoubt[] | 'flood'> {
  const isOver = async (kind: Attempt['kind'], who: string) => (await takeAttempt(tx, { kind, who }, at)) > 0
  const here = `${tenantId} ${network}`
  if (await isOver('welcomeFlood', here)) return 'flood'
  // A network that is over its own limit uses up nothing of the church's.
  if (await isOver('welcomeNetwork', here)) return ['network']
  const [isBusy, wasBusy] = [await isOver('welcomeChurch', tenantId), await isOver('welcomeChurchDay', tenantId)]
  return isBusy || wasBusy ? ['church'] : []
}

type Keeping = Press & { id: string; doubts: WelcomeDoubt[]; at: Date }

/** One entry of a phone at a time: of two at once the second one finds the first. */
async function keep(tx: Tx, { church, said, language, id, doubts, at }: Keeping): Promise<void> {
  const { tenantId } = church
  await lockPhone(tx, tenantId, said.phone)
  if (await hasEntry(tx, id)) return
  const day = dayIn(church.timeZone, at)
  const entry = { ...said, id, at, day, language }
  const settled = await settle(tx, { church, said, doubts, day, at })
  await insertEntry(tx, tenantId, { ...entry, ...settled })
}

type Settling = { church: FormChurch; said: Said; doubts: WelcomeDoubt[]; day: Day; at: Date }
type Settled = { state: EntryState; personId: string | null; doubts: readonly WelcomeDoubt[] }

/**
 * The same visitor again is nothing new. What is odd waits for the staff, and so does a phone that somebody has: nothing of
 * theirs is changed by who types their number. A form never takes a church to the end of its plan.
 */
async function settle(tx: Tx, { church, said, doubts, day, at }: Settling): Promise<Settled> {
  const before = (await selectOfDay(tx, { phone: said.phone, day })).find(
    (one) => isSameName(one, said) && one.smsConsent === said.smsConsent,
  )
  if (before) return { state: 'repeated', personId: before.personId, doubts: [] }
  if (doubts.length > 0) return { state: 'doubtful', personId: null, doubts }
  const knownId = await selectByPhone(tx, said.phone)
  if (knownId) return { state: 'claimed', personId: knownId, doubts: [] }
  if (gateOf(church, at).gate !== 'open' || !(await lockRoom(tx)))
    return { state: 'doubtful', personId: null, doubts: ['full'] }
  const visitor = { ...said, email: null, emailConsent: null, sourceId: null, interest: null, day }
  const personId = await enterVisitor(tx, writerOf(church, at), { by: null, visitor })
  return { state: 'entered', personId, doubts: [] }
}
