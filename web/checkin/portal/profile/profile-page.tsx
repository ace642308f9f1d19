import { useAct } from '../../../api/use-act.ts'
import { useTexts } from '../../../languages/index.ts'
import { Failed } from '../../../ui/states/index.ts'
import { PageHeader } from '../../../ui/surfaces/page-header.tsx'
import { Later } from '../reading/later.tsx'
import { Spinner } from '../reading/spinner.tsx'
import { useOwnFamily } from '../session/use-own-family.ts'
import { ProfileForm } from './profile-form.tsx'
import { portalPaths, churchPath } from '../../../routing/portal-paths.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { IconHistory, IconLogout } from '../../../ui/icons.ts'
import { Preferences } from '../../../ui/preferences/preferences.tsx'
import { Card } from '../../../ui/surfaces/card.tsx'
import { useNavigate } from '@tanstack/react-router'
import { closeFamilySession } from '#contract/checkin/door.ts'
import { call } from '../../../api/call.ts'
import { toast } from '../../../ui/toasts/index.ts'
import { forgetPasses } from '../session/kept-passes.ts'
import { wantsPush } from '../push/push-memory.ts'
import { useChurch } from '../session/session.ts'
import { forgetReads } from '../reading/use-read.ts'

const leavePush = async () => (await import('../push/renew-push.ts')).leavePush()

/** Ends the session on the server, then forgets everything on this device. Stays when the server did not hear it. */
function useSignOut() {
  const navigate = useNavigate()
  const t = useTexts()
  const church = useChurch()
  const { busy, run } = useAct(() => toast.bad(t('portal.profile.signOutFailed')))
  const signOut = async () => {
    await call(closeFamilySession)
    // The server has ended it with the session: nobody waits for the browser's part.
    if (wantsPush()) void leavePush().catch(() => undefined)
    localStorage.clear()
    await forgetPasses()
    await navigate({ to: church ? churchPath(church.slug) : portalPaths.entrance, replace: true })
    forgetReads()
  }
  return { busy, signOut: () => run(signOut) }
}

const words = {
  title: 'portal.profile.appearance',
  system: 'portal.profile.system',
  light: 'portal.profile.light',
  dark: 'portal.profile.dark',
} as const

/** Attendance, language, appearance, the way out. */
function MoreCard() {
  const t = useTexts()
  const { busy, signOut } = useSignOut()
  return (
    <Card title={t('portal.profile.more')}>
      <div className="stack">
        <ButtonLink to={portalPaths.attendance} icon={IconHistory} block>
          {t('portal.profile.attendance')}
        </ButtonLink>
        <Preferences words={words} />
        <Button icon={IconLogout} block busy={busy} onClick={signOut}>
          {t('portal.profile.signOut')}
        </Button>
      </div>
    </Card>
  )
}

const loadPushCard = async () => (await import('../push/push-card.tsx')).PushCard

/** The parent's own profile, and what belongs to this device: notifications, language, appearance, the way out. */
export function ProfilePage() {
  const t = useTexts()
  const { data, failure, reload, me, mayChange } = useOwnFamily()
  return (
    <>
      <PageHeader title={t('portal.profile.title')}>{t('portal.profile.text')}</PageHeader>
      {data && <ProfileForm key={data.id} family={data} me={me} mayChange={mayChange} />}
      {!data && (failure === undefined ? <Spinner /> : <Failed failure={failure} onRetry={reload} />)}
      <Later load={loadPushCard} />
      <MoreCard />
    </>
  )
}
