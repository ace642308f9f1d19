import type { PortalMember } from '#contract/checkin/family.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { MenuItem, MoreMenu } from '../../../ui/data-table/menu.tsx'
import { IconAlertCircle, IconPencil, IconTrash } from '../../../ui/icons.ts'
import { Face } from '../../../ui/marks/face.tsx'
import { roleName } from '../shared/roles.ts'
import classes from '../shared/people-table.module.css'

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
  const { firstName, lastName, pictureUrl, care } = member.person
  const canDelete = mayDelete && member.id !== me
  return (
    <tr>
      <td className={classes['face']}>
        <Face firstName={firstName} lastName={lastName} pictureUrl={pictureUrl} size="m" />
      </td>
      <th scope="row" className={classes['first']}>
        {firstName}
      </th>
      <td className={classes['last']}>{lastName}</td>
      <td className={classes['line']}>
        {t(roleName(member.familyRoleID))}
        {care.length > 0 && (
          <span className={classes['care']}>
            <IconAlertCircle size={14} aria-hidden="true" />
            {t('portal.family.has', { count: care.length })}
          </span>
        )}
      </td>
      <td className={classes['acts']}>
        {(mayEdit || canDelete) && (
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
        )}
      </td>
    </tr>
  )
}

/** Picture, first name, last name, role, actions; under 768 px each row is a card. */
export function MembersTable({ members, ...rest }: MembersTableProps) {
  const t = useTexts()
  return (
    <table className={classes['table']}>
      <caption className="vh">{t('portal.family.members')}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="vh">{t('portal.family.picture')}</span>
          </th>
          <th scope="col">{t('portal.family.firstName')}</th>
          <th scope="col">{t('portal.family.lastName')}</th>
          <th scope="col">{t('portal.family.role')}</th>
          <th scope="col">
            <span className="vh">{t('portal.family.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <Row key={member.id} member={member} {...rest} />
        ))}
      </tbody>
    </table>
  )
}
