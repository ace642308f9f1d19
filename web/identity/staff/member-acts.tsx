import { useState, type ReactNode } from 'react'
import type { StaffRow } from '#contract/identity/staff.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { MenuItem } from '../../ui/data-table/index.ts'
import { IconDeviceDesktop, IconShieldOff, IconUserCog, IconUserMinus } from '../../ui/icons.ts'
import { FactorOffDialog, RemoveDialog } from './member-dialogs.tsx'
import { RolesDialog } from './roles-dialog.tsx'
import { SessionsDialog } from './sessions-dialog.tsx'

const dialogs = { roles: RolesDialog, sessions: SessionsDialog, factor: FactorOffDialog, remove: RemoveDialog }
type Act = keyof typeof dialogs

/** What can be done with somebody on the staff, and the dialog of what was picked. */
export function useMemberActs(): { rowActions: (member: StaffRow) => ReactNode; dialog: ReactNode } {
  const [picked, setPicked] = useState<{ act: Act; member: StaffRow } | null>(null)
  const Picked = picked && dialogs[picked.act]
  return {
    rowActions: (member) => <MemberActs member={member} onPick={(act) => setPicked({ act, member })} />,
    dialog: Picked && <Picked member={picked.member} onClose={() => setPicked(null)} />,
  }
}

function MemberActs({ member, onPick }: { member: StaffRow; onPick: (act: Act) => void }) {
  const t = useTexts()
  return (
    <>
      <MenuItem icon={IconUserCog} onPick={() => onPick('roles')}>
        {t('identity.staff.changeRoles')}
      </MenuItem>
      <MenuItem icon={IconDeviceDesktop} onPick={() => onPick('sessions')}>
        {t('identity.staff.sessions')}
      </MenuItem>
      {/* One's own is switched off with password and code, in one's account. */}
      {member.hasSecondFactor && !member.isYou && (
        <MenuItem icon={IconShieldOff} onPick={() => onPick('factor')}>
          {t('identity.staff.factorOff')}
        </MenuItem>
      )}
      <MenuItem icon={IconUserMinus} isDanger onPick={() => onPick('remove')}>
        {t('identity.staff.remove')}
      </MenuItem>
    </>
  )
}
