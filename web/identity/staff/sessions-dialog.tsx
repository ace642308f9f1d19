import type { StaffRow } from '#contract/identity/staff.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconLogout } from '../../ui/icons.ts'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { toast } from '../../ui/toasts/index.ts'
import account from '../account/account.module.css'
import { DeviceLine } from '../account/device-line.tsx'
import { failureText } from '../church/failure-text.ts'
import { useEndStaffSession, useEndStaffSessions, useStaffSessions } from './queries.ts'
import { nameOf } from './staff-parts.tsx'

/** Where somebody on the staff is signed in, for owners: a lost device is signed out at once. */
export function SessionsDialog({ member, onClose }: { member: StaffRow; onClose: () => void }) {
  const t = useTexts()
  const name = nameOf(member)
  const { data, error, refetch } = useStaffSessions(member.id)
  const endAll = useEndStaffSessions(member.id)
  const onError = (failure: Error) => toast.bad(t('identity.account.stillIn'), { text: t(failureText(failure)) })
  const canEnd = data?.some(({ isCurrent }) => !isCurrent) ?? false
  const actions = canEnd && (
    <Button
      kind="danger"
      icon={IconLogout}
      busy={endAll.isPending}
      onClick={() =>
        endAll.mutate(undefined, {
          onSuccess: ({ ended }) => toast.ok(t('identity.staff.sessionsEnded', { name, count: ended })),
          onError,
        })
      }
    >
      {t('identity.staff.endSessions')}
    </Button>
  )
  return (
    <Dialog open onClose={onClose} title={t('identity.staff.sessionsOf', { name })} actions={actions}>
      {!data && (error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading rows={2} />)}
      {data?.length === 0 && <Empty title={t('identity.staff.noSessions')} />}
      <ul className={account['devices']}>
        {data?.map((session) => (
          <Line key={session.id} memberId={member.id} session={session} onError={onError} />
        ))}
      </ul>
    </Dialog>
  )
}

type LineProps = Pick<Parameters<typeof DeviceLine>[0], 'session'> & {
  memberId: string
  onError: (failure: Error) => void
}

function Line({ memberId, session, onError }: LineProps) {
  const t = useTexts()
  const end = useEndStaffSession(memberId)
  const device = session.device ?? t('identity.account.unknownDevice')
  const signOut = () =>
    end.mutate(session.id, {
      onSuccess: () => toast.ok(t('identity.account.signedOut', { device })),
      onError,
    })
  return <DeviceLine session={session} busy={end.isPending} onEnd={signOut} />
}
