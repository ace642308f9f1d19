import { type SubmitEvent, useEffect, useEffectEvent, useState } from 'react'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { FailureNote, focusOn } from './frame.tsx'
import { zoneIn, type ChurchDraft, countryHere, SLUG_PATTERN, useSlug, type Started } from './church-draft.ts'
import { listCountries, type Country } from '#contract/identity/countries.ts'
import { ApiFailure, call } from '../../api/call.ts'
import { useNavigate } from '@tanstack/react-router'
import { confirmSignup, resendSignup } from '#contract/identity/signup.ts'
import { paths } from '../../routing/paths.ts'
import { hintSignedIn } from '../../session/signed-in-hint.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { textOf, useFormCall } from '../../api/use-act.ts'
import { JoiningFailure } from './joining-failure.tsx'
import classes from './joining.module.css'

/** The countries; the first time, the one that this device is in is chosen. */
function useCountries(draft: ChurchDraft, set: (change: Partial<ChurchDraft>) => void) {
  const [countries, setCountries] = useState<Country[] | null>(null)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const [tries, setTries] = useState(0)
  const arrive = useEffectEvent((list: Country[]) => {
    setCountries(list)
    setFailure(null)
    const here = countryHere(list)
    if (here && !draft.isoCode) set({ isoCode: here.isoCode, timeZone: zoneIn(here) })
  })
  useEffect(() => {
    const leaving = new AbortController()
    call(listCountries, {}, { signal: leaving.signal })
      .then((list) => arrive(list))
      .catch((problem: unknown) => {
        if (problem instanceof ApiFailure) setFailure(problem)
      })
    return () => leaving.abort()
  }, [tries])
  return { countries, failure, retry: () => setTries(tries + 1) }
}

type ChurchStepProps = { draft: ChurchDraft; set: (change: Partial<ChurchDraft>) => void; onNext: () => void }

/** Name, address, country; the zone only where the country has several. */
export function ChurchStep({ draft, set, onNext }: ChurchStepProps) {
  const t = useTexts()
  const { countries, failure, retry } = useCountries(draft, set)
  const slug = useSlug(draft, set)
  const country = countries?.find(({ isoCode }) => isoCode === draft.isoCode)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (slug.state !== 'taken' && draft.isoCode) onNext()
  }
  return (
    <form className="stack" onSubmit={submit}>
      <FailureNote failure={failure} />
      {failure && <Button onClick={retry}>{t('ui.state.tryAgain')}</Button>}
      <TextField
        label={t('identity.signUp.churchName')}
        autoComplete="organization"
        maxLength={120}
        required
        value={draft.churchName}
        onChange={(event) => set({ churchName: event.target.value })}
        onBlur={slug.suggest}
      />
      <TextField
        label={t('identity.signUp.slug')}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        minLength={3}
        maxLength={60}
        pattern={SLUG_PATTERN}
        required
        value={draft.slug}
        onChange={(event) => slug.type(event.target.value)}
        hint={slug.state === 'free' ? t('identity.signUp.slugFree') : t('identity.signUp.slugHint')}
        error={slug.state === 'taken' ? t('identity.signUp.slugTaken') : undefined}
      />
      <SelectField
        label={t('identity.signUp.country')}
        required
        value={draft.isoCode}
        disabled={!countries}
        onChange={(event) => {
          const chosen = countries?.find(({ isoCode }) => isoCode === event.target.value)
          if (chosen) set({ isoCode: chosen.isoCode, timeZone: zoneIn(chosen) })
        }}
        hint={country && t('identity.signUp.currency', { currency: country.currency })}
      >
        <option value="" disabled>
          {countries ? t('identity.signUp.chooseCountry') : t('ui.state.loading')}
        </option>
        {countries?.map(({ isoCode, name }) => (
          <option key={isoCode} value={isoCode}>
            {name}
          </option>
        ))}
      </SelectField>
      {country && country.timeZones.length > 1 && (
        <SelectField
          label={t('identity.signUp.zone')}
          required
          value={draft.timeZone}
          onChange={(event) => set({ timeZone: event.target.value })}
        >
          {country.timeZones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </SelectField>
      )}
      <Button type="submit" kind="primary" size="lg" block>
        {t('identity.signUp.next')}
      </Button>
    </form>
  )
}

type CodeStepProps = { started: Started; onRenewed: (started: Started) => void; onBack: () => void }

/** The six digits of the mail. Another address of the church can be typed where the first was taken meanwhile. */
export function CodeStep({ started, onRenewed, onBack }: CodeStepProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const [isSentAgain, setSentAgain] = useState(false)
  const { busy, failure, onSubmit } = useFormCall(async (form) => {
    const slug = textOf(form, 'slug').trim()
    const code = textOf(form, 'code').replaceAll(/\s/g, '')
    await call(confirmSignup, { params: { id: started.signupId }, body: { code, ...(slug && { slug }) } })
    hintSignedIn()
    await navigate({ to: paths.dashboard, replace: true })
  })
  const again = useFormCall(async () => {
    const { expiresAt } = await call(resendSignup, { params: { id: started.signupId } })
    onRenewed({ ...started, expiresAt })
    setSentAgain(true)
  })
  const isWrong = failure?.code === 'wrong_code'
  return (
    <>
      <form className="stack" onSubmit={onSubmit}>
        <JoiningFailure failure={isWrong ? null : (failure ?? again.failure)} />
        {isSentAgain && !failure && !again.failure && (
          <div role="status">
            <Note tone="ok">{t('identity.signUp.sentAgain')}</Note>
          </div>
        )}
        <div className={classes['code']}>
          <TextField
            label={t('identity.signUp.code')}
            hint={t('identity.signUp.codeHint')}
            error={isWrong ? t('identity.signUp.wrongCode') : undefined}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="\s*(\d\s*){6}"
            maxLength={12}
            required
            ref={focusOn}
          />
        </div>
        {failure?.code === 'slug_taken' && (
          <TextField
            label={t('identity.signUp.slug')}
            name="slug"
            autoCapitalize="none"
            pattern={SLUG_PATTERN}
            minLength={3}
            maxLength={60}
            required
          />
        )}
        <Button type="submit" kind="primary" size="lg" block busy={busy}>
          {t('identity.signUp.open')}
        </Button>
      </form>
      <form className={classes['others']} onSubmit={again.onSubmit}>
        <Button type="submit" kind="quiet" busy={again.busy}>
          {t('identity.signUp.resend')}
        </Button>
        <Button kind="quiet" onClick={onBack}>
          {t('identity.signUp.otherAddress')}
        </Button>
      </form>
    </>
  )
}
