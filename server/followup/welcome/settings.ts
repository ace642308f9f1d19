import type { Received } from '#contract/endpoint.ts'
import type { changeWelcomeForm, WelcomeForm } from '#contract/followup/welcome.ts'
import { audit } from '../../identity/index.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { Actor } from '../../platform/http/index.ts'
import { cleanText } from '../../platform/clean-name.ts'
import { WELCOME_WORDS_MAX_LENGTH } from '#contract/followup/welcome.ts'
import { selectSources } from '../lists/index.ts'
import { saveFormSetting, selectFormChurch, selectFormSetting } from './form-store.ts'
import { countWaiting, selectPlaces, selectUse } from './review-store.ts'

const COUNTED_MS = 30 * 24 * 3_600_000

type Reading = { publicUrl: string; at: Date }

/** The form as the staff sees it: where it is, what it asks and how it is used. */
export async function readForm(tx: Tx, { publicUrl, at }: Reading): Promise<WelcomeForm> {
  const since = new Date(at.getTime() - COUNTED_MS)
  const church = await selectFormChurch(tx)
  const { lastAt, ...use } = await selectUse(tx, since)
  return {
    ...(await selectFormSetting(tx)),
    churchName: church?.name ?? '',
    link: church?.slug ? `${publicUrl}/welcome/${church.slug}` : null,
    sources: (await selectSources(tx)).filter(({ isRetired }) => !isRetired),
    ...use,
    waiting: await countWaiting(tx),
    lastAt: lastAt?.toISOString() ?? null,
    places: await selectPlaces(tx, since),
  }
}

type Changing = Reading & { tenantId: TenantId; actor: Actor }

export async function changeForm(
  tx: Tx,
  { tenantId, actor, ...reading }: Changing,
  { words, ...body }: Received<typeof changeWelcomeForm>['body'],
): Promise<WelcomeForm> {
  const clean = ({ lead, thanks }: { lead: string; thanks: string }) => ({
    lead: cleanText(lead, WELCOME_WORDS_MAX_LENGTH),
    thanks: cleanText(thanks, WELCOME_WORDS_MAX_LENGTH),
  })
  await saveFormSetting(tx, tenantId, {
    ...body,
    hiddenSources: [...new Set(body.hiddenSources)],
    interests: [...new Set(body.interests)],
    words: { en: clean(words.en), fr: clean(words.fr) },
  })
  const details = { fields: ['welcomeForm'] }
  await audit(tx, tenantId, actor, { act: 'followup.settings_changed', details, at: reading.at })
  return readForm(tx, reading)
}
