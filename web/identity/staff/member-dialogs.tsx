import type { Calling } from '../../api/use-call.ts'
import type { StaffRow } from '#contract/identity/staff.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../church/failure-text.ts'
import {
  useRemoveStaff,
  useSwitchFactorOff,
  useEndStaffSession,
  useEndStaffSessions,
  useStaffSessions,
  useChangeRoles,
} from './queries.ts'
import { nameOf, RolePicker } from './staff-parts.tsx'
import { IconLogout } from '../../ui/icons.ts'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import account from '../account/account.module.css'
import { DeviceLine } from '../account/device-line.tsx'
import { useNavigate } from '@tanstack/react-router'
import { useState, type SubmitEvent } from 'react'
import { paths } from '../../routing/paths.ts'
import { roleNames } from '../../session/roles.ts'
import { FormFoot } from '../../ui/forms/form-foot.tsx'
import { splitRoles } from './role-words.ts'

type RolesDialogProps = { member: StaffRow; onClose: () => void }

function useRoles({ member, onClose }: RolesDialogProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const [roles, setRoles] = useState(() => splitRoles(member.roles).given)
  const change = useChangeRoles()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (change.busy || roles.length === 0) return
    change.run(
      { id: member.id, roles },
      {
        done: () => {
          toast.ok(t('identity.staff.rolesSaved', { name: nameOf(member) }))
          onClose()
          // The settings are no longer open to whoever gave the owner's role away.
          if (member.isYou && !roles.includes('Admin')) void navigate({ to: paths.dashboard })
        },
      },
    )
  }
  const choose = (wanted: typeof roles) => {
    change.forget()
    setRoles(wanted)
  }
  return { roles, choose, change, submit }
}

/** What somebody on the staff may do. */
export function RolesDialog({ member, onClose }: RolesDialogProps) {
  const t = useTexts()
  const { roles, choose, change, submit } = useRoles({ member, onClose })
  const { others } = splitRoles(member.roles)
  const givesAway = member.isYou && member.roles.includes('Admin') && !roles.includes('Admin')
  return (
    <Dialog open onClose={onClose} title={t('identity.staff.rolesOf', { name: nameOf(member) })}>
      <form className="stack" onSubmit={submit}>
        <RolePicker value={roles} onChange={choose} />
        {others.length > 0 && (
          <Note tone="info">{t('identity.staff.otherRoles', { roles: roleNames(others, t) })}</Note>
        )}
        {givesAway && !change.failure && <Note tone="warn">{t('identity.staff.givesAway')}</Note>}
        <p className="small muted">{t(roles.length === 0 ? 'identity.staff.chooseOne' : 'identity.staff.atOnce')}</p>
        <FormFoot note={change.failure && <Note tone="bad">{t(failureText(change.failure))}</Note>}>
          <Button type="submit" kind="primary" block busy={change.busy} disabled={roles.length === 0}>
            {t('identity.staff.saveRoles')}
          </Button>
        </FormFoot>
      </form>
    </Dialog>
  )
}

/** Where somebody on the staff is signed in, for owners: a lost device is signed out at once. */
export function SessionsDialog({ member, onClose }: { member: StaffRow; onClose: () => void }) {
  const t = useTexts()
  const name = nameOf(member)
  const { data, error, refetch } = useStaffSessions(member.id)
  const endAll = useEndStaffSessions(member.id)
  const failed = (failure: Error) => toast.bad(t('identity.account.stillIn'), { text: t(failureText(failure)) })
  const canEnd = data?.some(({ isCurrent }) => !isCurrent) ?? false
  const actions = canEnd && (
    <Button
      kind="danger"
      icon={IconLogout}
      busy={endAll.busy}
      onClick={() =>
        endAll.run(undefined, {
          done: ({ ended }) => toast.ok(t('identity.staff.sessionsEnded', { name, count: ended })),
          failed,
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
          <Line key={session.id} memberId={member.id} session={session} failed={failed} />
        ))}
      </ul>
    </Dialog>
  )
}

type LineProps = Pick<Parameters<typeof DeviceLine>[0], 'session'> & {
  memberId: string
  failed: (failure: Error) => void
}

function Line({ memberId, session, failed }: LineProps) {
  const t = useTexts()
  const end = useEndStaffSession(memberId)
  const device = session.device ?? t('identity.account.unknownDevice')
  const signOut = () =>
    end.run(session.id, {
      done: () => toast.ok(t('identity.account.signedOut', { device })),
      failed,
    })
  return <DeviceLine session={session} busy={end.busy} onEnd={signOut} />
}

type MemberDialogProps = { member: StaffRow; onClose: () => void }
type Words = { title: string; text: string; keep: string; act: string; done: string }
type ConfirmProps = MemberDialogProps & { words: Words; doing: Calling<string> }

function Confirm({ member, onClose, words, doing }: ConfirmProps) {
  const t = useTexts()
  const act = () =>
    doing.run(member.id, {
      done: () => {
        toast.ok(words.done)
        onClose()
      },
    })
  const actions = (
    <>
      <Button onClick={onClose}>{words.keep}</Button>
      <Button kind="danger" busy={doing.busy} onClick={act}>
        {words.act}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={words.title} actions={actions}>
      <p>{words.text}</p>
      {doing.failure && <Note tone="bad">{t(failureText(doing.failure))}</Note>}
    </Dialog>
  )
}

/** Takes somebody off the staff. */
export function RemoveDialog(props: MemberDialogProps) {
  const t = useTexts()
  const name = nameOf(props.member)
  const words = {
    title: t('identity.staff.removeTitle', { name }),
    text: t(props.member.isYou ? 'identity.staff.removeYou' : 'identity.staff.removeText'),
    keep: t('identity.staff.keep'),
    act: t('identity.staff.remove'),
    done: t('identity.staff.removed', { name }),
  }
  return <Confirm {...props} words={words} doing={useRemoveStaff()} />
}

/** For somebody who lost phone and recovery codes. */
export function FactorOffDialog(props: MemberDialogProps) {
  const t = useTexts()
  const name = nameOf(props.member)
  const words = {
    title: t('identity.staff.factorOffTitle', { name }),
    text: t('identity.staff.factorOffText'),
    keep: t('identity.staff.leaveOn'),
    act: t('identity.staff.factorOff'),
    done: t('identity.staff.factorIsOff', { name }),
  }
  return <Confirm {...props} words={words} doing={useSwitchFactorOff()} />
}
