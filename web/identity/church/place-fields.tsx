import type { ChurchProfile } from '#contract/identity/church.ts'
import type { Country } from '#contract/identity/countries.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { zoneIn } from '../joining/drafts.ts'
import type { ProfileDraft } from './profile-draft.ts'
import classes from './settings.module.css'

type PlaceFieldsProps = {
  draft: ProfileDraft
  set: (change: Partial<ProfileDraft>) => void
  church: ChurchProfile
  countries: readonly Country[]
}

/** Country and time zone; the currency follows the country. */
export function PlaceFields({ draft, set, church, countries }: PlaceFieldsProps) {
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
