import { type StaffRow, givenRoles, type GivenRole } from '#contract/identity/staff.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { roleNames, roleName } from '../../session/roles.ts'
import { Face } from '../../ui/marks/face.tsx'
import { Badge } from '../../ui/surfaces/badge.tsx'
import classes from './staff.module.css'
import { mayDo } from './role-words.ts'

export const nameOf = ({ firstName, lastName }: Pick<StaffRow, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim()

type One = { member: StaffRow }

function NameLine({ member }: One) {
  const t = useTexts()
  return (
    <span className={classes['name']}>
      <span>{nameOf(member)}</span>
      {member.isYou && <Badge>{t('identity.staff.you')}</Badge>}
    </span>
  )
}

/** Face, name and, below it, the address. */
export const Who = ({ member, withMail }: One & { withMail: boolean }) => (
  <span className={classes['who']}>
    <span data-roomy="">
      <Face firstName={member.firstName} lastName={member.lastName} />
    </span>
    <span className="grow">
      <NameLine member={member} />
      {withMail && (
        <span data-roomy="" className={classes['mail']}>
          {member.email}
        </span>
      )}
    </span>
  </span>
)

export const Mail = ({ member: { email } }: One) => (
  <span className={classes['clip']} title={email}>
    {email}
  </span>
)

export function Roles({ member: { roles } }: One) {
  const names = roleNames(roles, useTexts())
  return (
    <span className={classes['clip']} title={names}>
      {names}
    </span>
  )
}

export function Factor({ member: { hasSecondFactor } }: One) {
  const t = useTexts()
  return hasSecondFactor ? (
    <Badge tone="ok">{t('identity.staff.factorOn')}</Badge>
  ) : (
    <span className="muted">{t('identity.staff.noFactor')}</span>
  )
}

export function Seen({ member: { lastSeenAt } }: One) {
  const t = useTexts()
  const format = useFormat()
  return lastSeenAt ? (
    <span className="num">{format.lately(lastSeenAt)}</span>
  ) : (
    <span className="muted">{t('identity.staff.neverSeen')}</span>
  )
}

/** Somebody on the staff, on a phone. */
export function MemberCard({ member }: One) {
  const t = useTexts()
  return (
    <div className={classes['who']}>
      <Face firstName={member.firstName} lastName={member.lastName} size="m" />
      <div className="grow">
        <NameLine member={member} />
        <div className={classes['sub']}>{roleNames(member.roles, t)}</div>
        <div className={classes['marks']}>
          {member.hasSecondFactor && <Factor member={member} />}
          <span className="muted">
            {member.lastSeenAt && `${t('identity.staff.seen')}: `}
            <Seen member={member} />
          </span>
        </div>
      </div>
    </div>
  )
}

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
