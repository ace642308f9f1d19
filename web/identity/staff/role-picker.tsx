import { givenRoles, type GivenRole } from '#contract/identity/staff.ts'
import { useTexts } from '../../languages/index.ts'
import { roleName } from '../../session/roles.ts'
import { mayDo } from './role-words.ts'
import classes from './staff.module.css'

type RolePickerProps = { value: readonly GivenRole[]; onChange: (roles: GivenRole[]) => void }

/** The roles, each with what it opens. */
export function RolePicker({ value, onChange }: RolePickerProps) {
  const t = useTexts()
  const toggle = (role: GivenRole) =>
    onChange(givenRoles.filter((one) => (one === role ? !value.includes(one) : value.includes(one))))
  return (
    <fieldset className={classes['roles']}>
      <legend>{t('identity.staff.mayWhat')}</legend>
      {givenRoles.map((role) => (
        <label key={role}>
          <input type="checkbox" checked={value.includes(role)} onChange={() => toggle(role)} />
          <b>{roleName(role, t)}</b>
          <span className="small muted">{t(mayDo[role])}</span>
        </label>
      ))}
    </fieldset>
  )
}
