import type { FamilyRow } from '#contract/people/families.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { groupPhone } from '../../languages/phone.ts'
import { RowLink } from '../../ui/data-table/index.ts'
import { Face } from '../../ui/marks/face.tsx'
import { Phone } from '../../ui/marks/phone.tsx'
import { nameOf, roleText } from '../words.ts'
import classes from './families.module.css'

type One = { family: FamilyRow }
const FACES = 3

/** The number of the home, or else the first one that a member has. */
const phoneOf = ({ homePhone, members }: FamilyRow): string | null =>
  homePhone ?? members.find(({ phone }) => phone)?.phone ?? null

export const FamilyName = ({ family: { id, name } }: One) => (
  <RowLink to={paths.family} params={{ id }} className={classes['name']}>
    {name}
  </RowLink>
)

/** "Ada (mother), Obi (son)", the first of them with their faces. */
export function Members({ family: { members } }: One) {
  const t = useTexts()
  const said = members
    .map((member) => t('people.family.memberIs', { name: nameOf(member), role: t(roleText(member.role)) }))
    .join(', ')
  if (members.length === 0) return <span className="muted">{t('people.family.nobody')}</span>
  return (
    <span className={classes['members']}>
      <span className={classes['faces']} data-roomy="">
        {members.slice(0, FACES).map(({ id, firstName, lastName, pictureUrl }) => (
          <Face key={id} firstName={firstName} lastName={lastName} pictureUrl={pictureUrl} />
        ))}
      </span>
      <span className={classes['said']} title={said}>
        {said}
      </span>
    </span>
  )
}

export function FamilyPhone({ family }: One) {
  const t = useTexts()
  const phone = phoneOf(family)
  return phone ? <Phone value={groupPhone(phone)} /> : <span className="muted">{t('people.list.noPhone')}</span>
}

/** A text that may not be there. */
export function Maybe({ value }: { value: string | null }) {
  return value ? (
    <span className={classes['said']} title={value}>
      {value}
    </span>
  ) : null
}

/** A family on a phone. */
export const FamilyCard = ({ family }: One) => (
  <div className={classes['card']}>
    <FamilyName family={family} />
    <Members family={family} />
    <span className="muted">
      <FamilyPhone family={family} />
    </span>
  </div>
)
