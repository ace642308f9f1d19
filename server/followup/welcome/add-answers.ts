import { allowAgain, editPerson, lockPerson, type Writer } from '../../people/index.ts'
import { takeAttempt } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Tx } from '../../platform/database/index.ts'
import { systemActor } from '../../platform/http/index.ts'
import { selectSources } from '../lists/index.ts'
import { updateAnswers } from '../newcomers/index.ts'
import type { Added } from './answers.ts'
import { refuse } from './enter-visitor.ts'
import { lockEntries, selectEntry, updateAdded, updateState, type Entry } from './entry-store.ts'
import { selectFormSetting, type FormChurch } from './form-store.ts'
import { hasEmail, isThere } from './review-store.ts'

/** Whoever comes back later to a page that lies open finds only thanks. */
const OPEN_MS = 3_600_000

type Setting = Pick<AppContext, 'database' | 'clock'>
type Adding = { church: FormChurch; id: string; added: Added }

const isOpen = (entry: Entry | null | undefined, at: Date): entry is Entry =>
  entry !== null && entry !== undefined && at.getTime() - entry.at.getTime() < OPEN_MS

/** The own entry while something can be added to it; null: its time is over, or there is none. */
export async function readEntry(
  { database, clock }: Setting,
  { church, id }: Omit<Adding, 'added'>,
): Promise<Entry | null> {
  const entry = await database.withTenant(church.tenantId, (tx) => selectEntry(tx, id))
  return isOpen(entry, clock.now()) ? entry : null
}

/**
 * Adds what a visitor says behind "Thank you", to whom the form has made of them and to nobody else: of a phone or an address
 * that somebody has, the staff decides.
 */
export async function addAnswers({ database, clock }: Setting, { church, id, added }: Adding): Promise<void> {
  const at = clock.now()
  const wait = await database.withoutTenant((tx) => takeAttempt(tx, { kind: 'welcomeAnswers', who: id }, at))
  if (wait > 0) return
  const { tenantId, isoCode, timeZone } = church
  const writer = { tenantId, isoCode, timeZone, actor: systemActor, at }
  await database.withTenant(tenantId, async (tx) => {
    const [entry] = await lockEntries(tx, [id])
    const offered = await whatIsOffered(tx, added)
    if (!isOpen(entry, at) || Object.keys(offered).length === 0) return
    await updateAdded(tx, id, offered)
    if (entry.state === 'entered' && entry.personId) await apply(tx, writer, { entry, added: offered })
    // Said again, and something new with it.
    if (entry.state === 'repeated')
      await updateState(tx, { ...entry, state: entry.personId === null ? 'doubtful' : 'claimed' })
  })
}

/** Without what the church does not offer, or offers no more. */
async function whatIsOffered(tx: Tx, { sourceId, interest, ...added }: Added): Promise<Added> {
  const { hiddenSources, interests } = await selectFormSetting(tx)
  const sources = (await selectSources(tx)).filter((one) => !one.isRetired && !hiddenSources.includes(one.id))
  return {
    ...added,
    ...(sourceId !== undefined && sources.some(({ id }) => id === sourceId) && { sourceId }),
    ...(interest !== undefined && interests.includes(interest) && { interest }),
  }
}

async function apply(tx: Tx, writer: Writer, { entry, added }: { entry: Entry; added: Added }): Promise<void> {
  const { personId } = entry
  const { sourceId, interest, email, emailConsent } = added
  if (personId === null || !(await isThere(tx, personId))) return
  await updateAnswers(tx, personId, { sourceId, interest })
  if (email === undefined) return
  const address = email.toLowerCase()
  if (address !== entry.email?.toLowerCase()) {
    if (await hasEmail(tx, email)) return updateState(tx, { id: entry.id, state: 'claimed', personId })
    const { isArchived: _isArchived, pictureId: _pictureId, ...before } = await lockPerson(tx, personId)
    await editPerson(tx, writer, { id: personId, body: { ...before, email } })
  }
  if (emailConsent) await allowAgain(tx, { channels: ['email'], addresses: [address], sources: ['form'] })
  else await refuse(tx, writer, { channel: 'email', address })
}
