import { useNavigate } from '@tanstack/react-router'
import { useState, type SubmitEvent } from 'react'
import type { StaffRow } from '#contract/identity/staff.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { roleNames } from '../../session/roles.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { FormFoot } from '../../ui/forms/form-foot.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../church/failure-text.ts'
import { useChangeRoles } from './queries.ts'
import { RolePicker } from './role-picker.tsx'
import { splitRoles } from './role-words.ts'
import { nameOf } from './staff-parts.tsx'

type RolesDialogProps = { member: StaffRow; onClose: () => void }

function useRoles({ member, onClose }: RolesDialogProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const [roles, setRoles] = useState(() => splitRoles(member.roles).given)
  const change = useChangeRoles()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (change.isPending || roles.length === 0) return
    change.mutate(
      { id: member.id, roles },
      {
        onSuccess: () => {
          toast.ok(t('identity.staff.rolesSaved', { name: nameOf(member) }))
          onClose()
          // The settings are no longer open to whoever gave the owner's role away.
          if (member.isYou && !roles.includes('Admin')) void navigate({ to: paths.dashboard })
        },
      },
    )
  }
  const choose = (wanted: typeof roles) => {
    if (change.isError) change.reset()
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
        {givesAway && !change.error && <Note tone="warn">{t('identity.staff.givesAway')}</Note>}
        <p className="small muted">{t(roles.length === 0 ? 'identity.staff.chooseOne' : 'identity.staff.atOnce')}</p>
        <FormFoot note={change.error && <Note tone="bad">{t(failureText(change.error))}</Note>}>
          <Button type="submit" kind="primary" block busy={change.isPending} disabled={roles.length === 0}>
            {t('identity.staff.saveRoles')}
          </Button>
        </FormFoot>
      </form>
    </Dialog>
  )
}
