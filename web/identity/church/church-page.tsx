import { Failed, Loading } from '../../ui/states/index.ts'
import { LogoCard } from './logo-card.tsx'
import { ProfileForm } from './profile-form.tsx'
import { useChurch, useCountries } from './queries.ts'
import { SettingsHeader } from './settings-header.tsx'
import classes from './settings.module.css'

/** What the church is called, where it is, and its logo. */
export function ChurchPage() {
  const church = useChurch()
  const countries = useCountries()
  const failed = [church, countries].find(({ isError, data }) => isError && !data)
  return (
    <>
      <SettingsHeader part="church" />
      {failed && <Failed failure={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && (!church.data || !countries.data) && <Loading rows={5} />}
      {church.data && countries.data && (
        <div className={classes['board']}>
          <ProfileForm church={church.data} countries={countries.data} />
          <LogoCard logoUrl={church.data.logoUrl} />
        </div>
      )}
    </>
  )
}
