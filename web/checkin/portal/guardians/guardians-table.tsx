import type { Guardian } from '#contract/checkin/guardians.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { IconPencil, IconTrash } from '../../../ui/icons.ts'
import { Face } from '../../../ui/marks/face.tsx'
import { Badge } from '../../../ui/surfaces/badge.tsx'
import classes from '../shared/people-table.module.css'
import { permissionNames, permissionTones, useLimits } from './permission-words.ts'
import type { GuardianList } from './use-guardian-acts.ts'

type GuardiansTableProps = {
  guardians: readonly Guardian[]
  childrenOfFamily: GuardianList['children']
  mayChange: boolean
  onEdit: (guardian: Guardian) => void
  onDelete: (guardian: Guardian) => void
}

/** Picture, first name, last name, permission, delete; under 768 px each row is a card. */
export function GuardiansTable({ guardians, childrenOfFamily, mayChange, onEdit, onDelete }: GuardiansTableProps) {
  const t = useTexts()
  const limitsOf = useLimits(childrenOfFamily)
  return (
    <table className={classes['table']}>
      <caption className="vh">{t('portal.guardians.list')}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="vh">{t('portal.family.picture')}</span>
          </th>
          <th scope="col">{t('portal.family.firstName')}</th>
          <th scope="col">{t('portal.family.lastName')}</th>
          <th scope="col">{t('portal.guardians.permission')}</th>
          <th scope="col">
            <span className="vh">{t('portal.family.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {guardians.map((guardian) => {
          const { personId, firstName, lastName, pictureUrl, permission, terms } = guardian
          const limits = limitsOf(guardian)
          return (
            <tr key={personId}>
              <td className={classes['face']}>
                <Face firstName={firstName} lastName={lastName} pictureUrl={pictureUrl} size="m" />
              </td>
              <th scope="row" className={classes['first']}>
                {firstName}
              </th>
              <td className={classes['last']}>{lastName}</td>
              <td className={classes['line']}>
                {terms && <Badge tone={permissionTones[permission]}>{t(permissionNames[permission])}</Badge>}
                {limits && <span className={classes['limits']}>{limits}</span>}
              </td>
              <td className={classes['acts']}>
                {mayChange && !guardian.byChurch && (
                  <>
                    <IconButton
                      label={t('portal.guardians.edit', { name: firstName })}
                      icon={IconPencil}
                      onClick={() => onEdit(guardian)}
                    />
                    <IconButton
                      label={t('portal.guardians.delete', { name: firstName })}
                      icon={IconTrash}
                      onClick={() => onDelete(guardian)}
                    />
                  </>
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
