import { PeopleTable, PersonLine } from '../persons/people-table.tsx'
import { plain } from '../../../languages/names.ts'
import { useState } from 'react'
import type { PortalFamily, PortalMember } from '#contract/checkin/family.ts'
import { useTexts } from '../../../languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconPlus, IconAlertCircle, IconPencil, IconTrash } from '../../../ui/icons.ts'
import { Empty, Failed, NoMatch } from '../../../ui/states/index.ts'
import { Card } from '../../../ui/surfaces/card.tsx'
import { PageHeader } from '../../../ui/surfaces/page-header.tsx'
import { ConfirmDialog } from '../persons/confirm-dialog.tsx'
import { SearchField } from '../persons/search-field.tsx'
import { useGateOpen } from '../session/session.ts'
import { Spinner } from '../reading/spinner.tsx'
import { useOwnFamily } from '../session/use-own-family.ts'
import { MemberDialog } from './member-dialog.tsx'
import { useMemberActs } from './use-member-acts.ts'
import { MenuItem, MoreMenu } from '../../../ui/data-table/menu.tsx'
import { roleName } from '../persons/roles.ts'
import classes from '../persons/people-table.module.css'

type MembersTableProps = {
  members: readonly PortalMember[]
  /** Whoever is signed in cannot be taken out. */
  me: string | undefined
  mayEdit: boolean
  mayDelete: boolean
  onEdit: (member: PortalMember) => void
  onDelete: (member: PortalMember) => void
}

function Row({
  member,
  me,
  mayEdit,
  mayDelete,
  onEdit,
  onDelete,
}: Omit<MembersTableProps, 'members'> & { member: PortalMember }) {
  const t = useTexts()
  const { firstName, care } = member.person
  const canDelete = mayDelete && member.id !== me
  const acts = (mayEdit || canDelete) && (
    <MoreMenu label={t('portal.family.more', { name: firstName })}>
      {mayEdit && (
        <MenuItem icon={IconPencil} onPick={() => onEdit(member)}>
          {t('portal.family.edit')}
        </MenuItem>
      )}
      {canDelete && (
        <MenuItem icon={IconTrash} isDanger onPick={() => onDelete(member)}>
          {t('portal.family.delete')}
        </MenuItem>
      )}
    </MoreMenu>
  )
  return (
    <PersonLine person={member.person} acts={acts}>
      {t(roleName(member.familyRoleID))}
      {care.length > 0 && (
        <span className={classes['care']}>
          <IconAlertCircle size={14} aria-hidden="true" />
          {t('portal.family.has', { count: care.length })}
        </span>
      )}
    </PersonLine>
  )
}

function MembersTable({ members, ...rest }: MembersTableProps) {
  const t = useTexts()
  return (
    <PeopleTable caption={t('portal.family.members')} about={t('portal.family.role')}>
      {members.map((member) => (
        <Row key={member.id} member={member} {...rest} />
      ))}
    </PeopleTable>
  )
}

/** What stands open over the list. */
type Open = { kind: 'form'; member: PortalMember | null } | { kind: 'delete'; member: PortalMember } | null

function Members({ family, me, mayChange }: { family: PortalFamily; me: string | undefined; mayChange: boolean }) {
  const t = useTexts()
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<Open>(null)
  const isGateOpen = useGateOpen()
  const { save, remove } = useMemberActs(family)
  const close = () => setOpen(null)
  const wanted = plain(search)
  const found = family.familyMembers.filter(({ person }) => plain(person.firstName).includes(wanted))
  const isAlone = family.familyMembers.every(({ id }) => id === me)
  const canAdd = mayChange && isGateOpen
  const add = (label: string) => (
    <Button kind="primary" icon={IconPlus} onClick={() => setOpen({ kind: 'form', member: null })}>
      {label}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('portal.family.title')} actions={canAdd && !isAlone && add(t('portal.family.add'))}>
        {t('portal.family.text')}
      </PageHeader>
      {isAlone ? (
        <Card padded={false}>
          <Empty picture="crowd" title={t('portal.family.empty')} action={canAdd && add(t('portal.family.addFirst'))}>
            {t('portal.family.emptyText')}
          </Empty>
        </Card>
      ) : (
        <>
          <SearchField label={t('portal.family.search')} value={search} onChange={setSearch} />
          <Card padded={false} label={t('portal.family.members')}>
            {found.length === 0 ? (
              <NoMatch onClear={() => setSearch('')}>{t('portal.family.noMatch')}</NoMatch>
            ) : (
              <MembersTable
                members={found}
                me={me}
                mayEdit={canAdd}
                mayDelete={mayChange}
                onEdit={(member) => setOpen({ kind: 'form', member })}
                onDelete={(member) => setOpen({ kind: 'delete', member })}
              />
            )}
          </Card>
        </>
      )}
      {open?.kind === 'form' && <MemberDialog member={open.member} save={save} onClose={close} />}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          name={open.member.person.firstName}
          what="portal.confirm.what"
          act={() => remove(open.member)}
          onClose={close}
        />
      )}
    </>
  )
}

/** Everybody of the family, and who is added to it. */
export function FamilyPage() {
  const t = useTexts()
  const { data, failure, reload, me, mayChange } = useOwnFamily()
  if (data) return <Members family={data} me={me} mayChange={mayChange} />
  return (
    <>
      <PageHeader title={t('portal.family.title')} />
      {failure === undefined ? <Spinner /> : <Failed failure={failure} onRetry={reload} />}
    </>
  )
}
