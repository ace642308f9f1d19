import { useLocation } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { exportStaff, givenRoles, type StaffRow } from '#contract/identity/staff.ts'
import { useTexts } from '../../languages/index.ts'
import { useListExport, type ExportColumn } from '../../lists/list-export.ts'
import { roleName } from '../../session/roles.ts'
import { useSavedViews } from '../../lists/saved-views.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { type Columns, MenuItem } from '../../ui/data-table/index.ts'
import { IconUserPlus, IconDeviceDesktop, IconShieldOff, IconUserCog, IconUserMinus } from '../../ui/icons.ts'
import type { ListFilter } from '../../ui/list-page/list-filters.tsx'
import { ListPage, type ListWords } from '../../ui/list-page/list-page.tsx'
import { SettingsHeader } from '../church/settings-header.tsx'
import { InviteDialog, Invites } from './invites.tsx'
import { askedOf } from '../../lists/list-filter.ts'
import { useStaff, useStaffFilter } from './queries.ts'
import { Factor, Mail, MemberCard, nameOf, Roles, Seen, Who } from './staff-parts.tsx'
import { FactorOffDialog, RemoveDialog, RolesDialog, SessionsDialog } from './member-dialogs.tsx'

const dialogs = { roles: RolesDialog, sessions: SessionsDialog, factor: FactorOffDialog, remove: RemoveDialog }
type Act = keyof typeof dialogs

/** What can be done with somebody on the staff, and the dialog of what was picked. */
function useMemberActs(): { rowActions: (member: StaffRow) => ReactNode; dialog: ReactNode } {
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

const others: Columns<StaffRow> = [
  {
    id: 'email',
    title: 'identity.signIn.email',
    cell: (member) => <Mail member={member} />,
    width: '24%',
    wideOnly: true,
  },
  { id: 'roles', title: 'identity.staff.roles', cell: (member) => <Roles member={member} />, width: '22%' },
  { id: 'factor', title: 'identity.staff.factor', cell: (member) => <Factor member={member} />, width: '9rem' },
  { id: 'seen', title: 'identity.staff.seen', cell: (member) => <Seen member={member} />, width: '12.5rem' },
]
const columnsWith = (withMail: boolean): Columns<StaffRow> => [
  {
    id: 'name',
    title: 'identity.staff.name',
    cell: (member) => <Who member={member} withMail={withMail} />,
    isName: true,
  },
  ...others,
]
/** The address stands below the name unless it has a column of its own. */
const usual = columnsWith(true)
const withMailColumn = columnsWith(false)

const exported: readonly ExportColumn[] = [
  { id: 'name', title: 'identity.staff.name', of: 'name' },
  { id: 'email', title: 'identity.signIn.email', of: 'name' },
  { id: 'roles', title: 'identity.staff.roles', of: 'roles' },
  { id: 'secondFactor', title: 'identity.staff.factor', of: 'factor' },
  { id: 'lastSeen', title: 'identity.staff.seen', of: 'seen' },
]

const idOf = ({ id }: StaffRow) => id
const card = (member: StaffRow) => <MemberCard member={member} />

const filters: readonly ListFilter[] = [
  {
    part: 'role',
    shape: 'list',
    legend: 'identity.staff.role',
    any: 'identity.staff.anyRole',
    is: 'identity.staff.roleIs',
    words: (t) => Object.fromEntries(givenRoles.map((role) => [role, roleName(role, t)])),
  },
]

const words: ListWords = {
  title: 'identity.staff.title',
  searchLabel: 'identity.staff.searchLabel',
  searchPlaceholder: 'identity.staff.searchPlaceholder',
  show: 'identity.staff.show',
  noMatch: 'identity.staff.noMatch',
  emptyTitle: 'identity.staff.emptyTitle',
}

/** Everybody who signs in to the church, and those who are invited to. */
export function StaffPage() {
  const t = useTexts()
  const filtering = useStaffFilter()
  const list = useStaff(filtering.state)
  const { rowActions, dialog } = useMemberActs()
  const asked = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).has('invite') })
  const [isInviting, setInviting] = useState(asked)
  const invite = (
    <Button kind="primary" icon={IconUserPlus} onClick={() => setInviting(true)}>
      {t('identity.staff.invite')}
    </Button>
  )
  const exporting = useListExport({
    endpoint: exportStaff,
    query: askedOf(filtering.state),
    columns: exported,
    shown: filtering.shown,
    total: list.total,
    title: t('identity.staff.title'),
    what: t('identity.staff.count', { count: list.total }),
    church: useSession().church.name,
  })
  return (
    <ListPage
      {...{ words, filtering, filters, list, card, idOf, nameOf, exporting, rowActions }}
      name="staff"
      columns={filtering.shown.includes('email') ? withMailColumn : usual}
      views={useSavedViews('staff', filtering)}
      head={<SettingsHeader part="staff" actions={invite} />}
      emptyAction={invite}
    >
      <Invites />
      {dialog}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </ListPage>
  )
}
