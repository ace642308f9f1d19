import { lazy, Suspense, useEffect, useState } from 'react'
import { readDoor, type ChurchDoor, signUpFamily, type FamilySession } from '#contract/checkin/door.ts'
import { ApiFailure, call } from '../../../api/call.ts'
import { ZoneProvider } from '../../../languages/format.tsx'
import { useTexts } from '../../../languages/index.ts'
import { churchResetPath, portalPaths } from '../../../routing/portal-paths.ts'
import { ButtonLink, Button } from '../../../ui/controls/button.tsx'
import { Failed } from '../../../ui/states/index.ts'
import { Note } from '../../../ui/surfaces/note.tsx'
import { knownChurch, rememberChurch } from '../session/session.ts'
import { Spinner } from '../reading/spinner.tsx'
import { useParam, useRead } from '../reading/use-read.ts'
import { ChooseChurch } from './choose-church.tsx'
import classes from './entry-frame.module.css'
import { EntryFrame } from './entry-frame.tsx'
import {
  type TypedName,
  isAtField,
  isNoAddress,
  useFaultFocus,
  useLetIn,
  usePassThrough,
  useSignIn,
} from './use-sign-in.ts'
import { SignInForm } from './sign-in-form.tsx'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#contract/identity/session.ts'
import { textOf, useFormCall } from '../../../api/use-act.ts'
import { PasswordField, TextField } from '../../../ui/controls/field.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { failureWords } from '../reading/failure-words.ts'
import { roleNames } from '../persons/roles.ts'

/** Who may begin a family: parents, or whoever looks after the children. */
const ROLES = [2, 1, 6, 7] as const
type Role = (typeof ROLES)[number]
const roleOf = (value: string): Role => ROLES.find((role) => String(role) === value) ?? 7

type SignUpFormProps = {
  tenantId: string
  letIn: (session: FamilySession) => Promise<void>
  /** What stands in the field of sign-in and sign-up alike. */
  typed: TypedName
}

/** A new guardian with a family of their own. The same press twice makes one family: the server signs the second in. */
function SignUpForm({ tenantId, letIn, typed }: SignUpFormProps) {
  const t = useTexts()
  const [role, setRole] = useState('')
  const { busy, failure, onSubmit } = useFormCall(async (form) => {
    const body = {
      tenantId,
      firstName: textOf(form, 'firstName').trim(),
      lastName: textOf(form, 'lastName').trim(),
      userName: textOf(form, 'userName').trim(),
      familyRole: roleOf(role),
      password: textOf(form, 'password'),
    }
    await letIn(await call(signUpFamily, { body }))
  })
  const form = useFaultFocus(failure)
  return (
    <form className="stack" onSubmit={onSubmit} ref={form}>
      <div className={classes['two']}>
        <TextField
          label={t('portal.church.firstName')}
          name="firstName"
          autoComplete="given-name"
          maxLength={120}
          required
        />
        <TextField label={t('portal.church.lastName')} name="lastName" autoComplete="family-name" maxLength={120} />
      </div>
      <SelectField
        label={t('portal.church.youAre')}
        value={role}
        required
        onChange={(event) => setRole(event.target.value)}
      >
        <option value="" disabled>
          {t('portal.member.chooseRole')}
        </option>
        {ROLES.map((one) => (
          <option key={one} value={one}>
            {t(roleNames[one])}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('portal.church.userName')}
        hint={t('portal.church.phoneHint')}
        error={isNoAddress(failure) ? t('portal.failure.address') : undefined}
        name="userName"
        {...typed}
        autoComplete="username"
        autoCapitalize="none"
        inputMode="email"
        spellCheck={false}
        maxLength={254}
        required
      />
      <PasswordField
        label={t('portal.church.newPassword')}
        hint={t('portal.church.passwordHint', { count: PASSWORD_MIN_LENGTH })}
        error={failure?.code === 'weak_password' ? t('portal.failure.password') : undefined}
        name="password"
        autoComplete="new-password"
        minLength={PASSWORD_MIN_LENGTH}
        maxLength={PASSWORD_MAX_LENGTH}
        required
      />
      {failure && !isAtField(failure) && (
        <Note tone="bad">{failureWords(t, failure, { wrong_credentials: 'portal.failure.known' })}</Note>
      )}
      <Button type="submit" kind="primary" size="lg" block busy={busy}>
        {t('portal.church.signUp')}
      </Button>
    </form>
  )
}

/** An address that no church has; its sign-in page says so kindly. */
export function UnknownChurch() {
  const t = useTexts()
  return (
    <EntryFrame title={t('portal.church.unknownTitle')} text={t('portal.church.unknownText')}>
      <ButtonLink to={portalPaths.entrance} kind="primary" size="lg" block>
        {t('portal.church.other')}
      </ButtonLink>
    </EntryFrame>
  )
}

const WAYS = ['signIn', 'signUp'] as const

function Ways({ church }: { church: ChurchDoor }) {
  const t = useTexts()
  const [way, setWay] = useState<(typeof WAYS)[number]>('signIn')
  const [userName, setUserName] = useState('')
  const typed: TypedName = { value: userName, onChange: ({ target }) => setUserName(target.value) }
  const { signIn, choice, startAgain } = useSignIn()
  const letIn = useLetIn()
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
    <EntryFrame church={church} title={t('portal.enter.title')} text={t('portal.church.text')}>
      <div className={classes['switch']} role="group" aria-label={t('portal.church.which')}>
        {WAYS.map((one) => (
          <button key={one} type="button" aria-pressed={way === one} onClick={() => setWay(one)}>
            {t(one === 'signIn' ? 'portal.church.signIn' : 'portal.church.signUp')}
          </button>
        ))}
      </div>
      {way === 'signIn' ? (
        <SignInForm tenantId={church.id} resetPath={churchResetPath(church.slug)} signIn={signIn} typed={typed} />
      ) : church.gate === 'open' ? (
        <SignUpForm tenantId={church.id} letIn={letIn} typed={typed} />
      ) : (
        <Note tone="warn">{t('portal.church.shut')}</Note>
      )}
    </EntryFrame>
  )
}

/** The passes that this phone has kept. A phone that was never here before has not got this part either. */
const HomeOffline = lazy(() =>
  import('../home/home-offline.tsx').then(
    (part) => ({ default: part.HomeOffline }),
    () => ({ default: Failed }),
  ),
)

/** Without a network whoever comes to register has still the passes of before. */
const NotReached = (props: { failure: unknown; onRetry: () => void }) => (
  <ZoneProvider timeZone={knownChurch()?.timeZone ?? 'UTC'}>
    <main className={classes['kept']}>
      <Suspense fallback={<Spinner />}>
        <HomeOffline {...props} />
      </Suspense>
    </main>
  </ZoneProvider>
)

/** Sign-in and sign-up of one church: what its poster leads to. */
export function ChurchPage() {
  const { data, failure, reload } = useRead(readDoor, { params: { slug: useParam('church') } })
  usePassThrough(failure === undefined)
  useEffect(() => {
    if (data) rememberChurch(data)
  }, [data])
  if (data) return <Ways church={data} />
  if (failure === undefined) return <Spinner />
  if (failure instanceof ApiFailure && (failure.code === 'not_found' || failure.code === 'invalid_input'))
    return <UnknownChurch />
  return <NotReached failure={failure} onRetry={reload} />
}
