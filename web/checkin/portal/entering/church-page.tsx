import { lazy, Suspense, useEffect, useState } from 'react'
import { readDoor, type ChurchDoor } from '#contract/checkin/door.ts'
import { ApiFailure } from '../../../lib/api.ts'
import { ZoneProvider } from '../../../lib/format.tsx'
import { useTexts } from '../../../lib/languages/index.ts'
import { churchResetPath, portalPaths } from '../../../lib/portal-paths.ts'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Failed } from '../../../ui/states/index.ts'
import { Note } from '../../../ui/surfaces/note.tsx'
import { knownChurch, rememberChurch } from '../shared/church-memory.ts'
import { Spinner } from '../shared/spinner.tsx'
import { useParam } from '../shared/use-param.ts'
import { useRead } from '../shared/use-read.ts'
import { ChooseChurch } from './choose-church.tsx'
import classes from './entry-frame.module.css'
import { EntryFrame } from './entry-frame.tsx'
import type { TypedName } from './field-faults.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { useLetIn, usePassThrough, useSignIn } from './use-sign-in.ts'

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
