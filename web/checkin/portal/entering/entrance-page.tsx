import { useNavigate } from '@tanstack/react-router'
import { useState, type SubmitEvent } from 'react'
import { textOf } from '../../../api/use-act.ts'
import { useTexts } from '../../../languages/index.ts'
import { churchPath, portalPaths } from '../../../routing/portal-paths.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/field.tsx'
import { IconBuildingChurch } from '../../../ui/icons.ts'
import { knownChurch } from '../session/session.ts'
import { ChooseChurch } from './choose-church.tsx'
import classes from './entry-frame.module.css'
import { EntryFrame } from './entry-frame.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { usePassThrough, useSignIn } from './use-sign-in.ts'

/** A whole address may be pasted: what stands after /checkin/ counts. */
const slugIn = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replace(/^.*\/checkin\//, '')
    .replaceAll(/\/.*$|\s+/g, '')

function AddressForm() {
  const t = useTexts()
  const navigate = useNavigate()
  const [isWrong, setWrong] = useState(false)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const slug = slugIn(textOf(new FormData(event.currentTarget), 'church'))
    setWrong(!/^[a-z0-9-]+$/.test(slug))
    if (/^[a-z0-9-]+$/.test(slug)) void navigate({ to: churchPath(slug) })
  }
  return (
    <form className="stack" onSubmit={submit}>
      <TextField
        label={t('portal.enter.address')}
        hint={t('portal.enter.addressHint')}
        error={isWrong ? t('portal.enter.addressWrong') : undefined}
        name="church"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        required
      />
      <Button type="submit" block>
        {t('portal.enter.goOn')}
      </Button>
    </form>
  )
}

/** No church in the address: sign-in finds it, or its address is typed. */
export function EntrancePage() {
  const t = useTexts()
  const known = knownChurch()
  const { signIn, choice, startAgain } = useSignIn()
  usePassThrough()
  if (choice) {
    return (
      <ChooseChurch
        churches={choice.churches}
        choose={(tenantId) => signIn({ ...choice.credentials, tenantId })}
        onBack={startAgain}
      />
    )
  }
  return (
    <EntryFrame title={t('portal.enter.title')} text={t('portal.enter.text')}>
      {known && (
        <div className="stack-8">
          <p>{t('portal.enter.knownText')}</p>
          <ButtonLink to={churchPath(known.slug)} icon={IconBuildingChurch} block>
            {known.name}
          </ButtonLink>
        </div>
      )}
      <SignInForm resetPath={portalPaths.reset} signIn={signIn} />
      <section className={classes['known']}>
        <h2>{t('portal.enter.newTitle')}</h2>
        <AddressForm />
      </section>
    </EntryFrame>
  )
}
