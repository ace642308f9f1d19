import { useEffect, useEffectEvent, useState, type SubmitEvent } from 'react'
import type { ChurchProfile } from '#contract/identity/church.ts'
import type { Country } from '#contract/identity/countries.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { SLUG_PATTERN, useSlug, zoneIn } from '../entering/church-draft.ts'
import { failureText, hasCode } from './failure-text.ts'
import { useSaveChurch } from './queries.ts'
import classes from './settings.module.css'
import { SelectField } from '../../ui/controls/select-field.tsx'

/** The profile as it is being typed. */
type ProfileDraft = {
  churchName: string
  slug: string
  pastorName: string
  city: string
  isoCode: string
  timeZone: string
}

/** What the form begins with. */
const draftOf = ({ name, slug, pastorName, city, isoCode, timeZone }: ChurchProfile): ProfileDraft => ({
  churchName: name,
  slug: slug ?? '',
  pastorName: pastorName ?? '',
  city: city ?? '',
  isoCode,
  timeZone,
})

type PlaceFieldsProps = {
  draft: ProfileDraft
  set: (change: Partial<ProfileDraft>) => void
  church: ChurchProfile
  countries: readonly Country[]
}

/** Country and time zone; the currency follows the country. */
function PlaceFields({ draft, set, church, countries }: PlaceFieldsProps) {
  const t = useTexts()
  const country = countries.find(({ isoCode }) => isoCode === draft.isoCode)
  // A church may have a zone that is none of its country's list.
  const kept = draft.isoCode === church.isoCode ? [church.timeZone] : []
  const zones = [...new Set([...kept, ...(country?.timeZones ?? [])])]
  const choose = (isoCode: string) => {
    const chosen = countries.find((one) => one.isoCode === isoCode)
    if (chosen) set({ isoCode, timeZone: isoCode === church.isoCode ? church.timeZone : zoneIn(chosen) })
  }
  return (
    <div className={classes['pair']}>
      <SelectField
        label={t('identity.church.country')}
        value={draft.isoCode}
        onChange={(event) => choose(event.target.value)}
        hint={t(
          country && draft.isoCode !== church.isoCode && country.currency !== church.currency
            ? 'identity.church.newCurrency'
            : 'identity.church.currency',
          {
            currency: draft.isoCode === church.isoCode ? church.currency : (country?.currency ?? church.currency),
          },
        )}
      >
        {!country && <option value={draft.isoCode}>{draft.isoCode}</option>}
        {countries.map(({ isoCode, name }) => (
          <option key={isoCode} value={isoCode}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('identity.church.zone')}
        value={draft.timeZone}
        onChange={(event) => set({ timeZone: event.target.value })}
        hint={t('identity.church.zoneHint')}
      >
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

function useProfile(church: ChurchProfile) {
  const t = useTexts()
  const [draft, setDraft] = useState(() => draftOf(church))
  const save = useSaveChurch()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (save.busy) return
    const { churchName, pastorName, city, ...rest } = draft
    const body = { ...rest, name: churchName, pastorName: pastorName.trim() || null, city: city.trim() || null }
    save.run(body, {
      done: (saved) => {
        setDraft(draftOf(saved))
        toast.ok(t('identity.church.saved'))
      },
    })
  }
  const set = (change: Partial<ProfileDraft>) => {
    // What was refused is being changed.
    save.forget()
    setDraft((before) => ({ ...before, ...change }))
  }
  return { draft, set, save, submit }
}

type FieldProps = { draft: ProfileDraft; set: (change: Partial<ProfileDraft>) => void }

function SlugField({ draft, set, saved, isRefused }: FieldProps & { saved: string; isRefused: boolean }) {
  const t = useTexts()
  const { state, suggest, type } = useSlug(draft, set, saved)
  const arrive = useEffectEvent(suggest)
  useEffect(() => arrive(), [])
  const isTaken = isRefused || state === 'taken'
  const hint = saved && draft.slug !== saved ? 'identity.church.slugChanges' : 'identity.church.slugHint'
  return (
    <TextField
      label={t('identity.church.slug')}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      minLength={3}
      maxLength={60}
      pattern={SLUG_PATTERN}
      required
      value={draft.slug}
      onChange={(event) => type(event.target.value)}
      aside={<span role="status">{state === 'free' && t('identity.church.slugFree')}</span>}
      hint={t(hint)}
      error={isTaken ? t('identity.church.slugTaken') : undefined}
    />
  )
}

/** Name, address for families, pastor and place of the church. */
export function ProfileForm({ church, countries }: { church: ChurchProfile; countries: readonly Country[] }) {
  const t = useTexts()
  const { draft, set, save, submit } = useProfile(church)
  const isSlugRefused = hasCode(save.failure, 'slug_taken')
  return (
    <Card title={t('identity.church.profile')}>
      <form className={classes['form']} onSubmit={submit}>
        <TextField
          label={t('identity.church.name')}
          autoComplete="organization"
          maxLength={120}
          required
          value={draft.churchName}
          onChange={(event) => set({ churchName: event.target.value })}
        />
        <SlugField draft={draft} set={set} saved={church.slug ?? ''} isRefused={isSlugRefused} />
        <div className={classes['pair']}>
          <TextField
            label={t('identity.church.pastor')}
            aside={t('identity.church.optional')}
            autoComplete="off"
            maxLength={120}
            value={draft.pastorName}
            onChange={(event) => set({ pastorName: event.target.value })}
          />
          <TextField
            label={t('identity.church.city')}
            aside={t('identity.church.optional')}
            autoComplete="off"
            maxLength={120}
            value={draft.city}
            onChange={(event) => set({ city: event.target.value })}
          />
        </div>
        <PlaceFields draft={draft} set={set} church={church} countries={countries} />
        {save.failure && !isSlugRefused && <Note tone="bad">{t(failureText(save.failure))}</Note>}
        <div className={classes['save']}>
          <Button type="submit" kind="primary" busy={save.busy}>
            {t('identity.church.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
