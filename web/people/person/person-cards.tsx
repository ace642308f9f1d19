import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PersonDetail } from '#contract/people/persons.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { mailLink, paths } from '../../routing/paths.ts'
import { groupPhone } from '../../languages/phone.ts'
import { useCan } from '../../session/session.ts'
import { Phone } from '../../ui/marks/phone.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { kindNames } from '../person-parts.tsx'
import { nameOf, useBirthday, genderNames, maritalNames, roleText } from '../words.ts'
import classes from './person.module.css'

type One = { person: PersonDetail }

/** A fact and what it is called; what is not known is said so. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  const t = useTexts()
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children || <span className="muted">{t('people.form.notKnown')}</span>}</dd>
    </div>
  )
}

function PhoneLinks({ id, phone, archivedAt }: PersonDetail) {
  const t = useTexts()
  const canSend = useCan('messages.send')
  if (!phone) return null
  return (
    <span className={classes['reach']}>
      <Phone value={groupPhone(phone)} />
      <a href={`tel:${phone}`}>{t('people.list.call')}</a>
      {canSend && !archivedAt && (
        <Link to={paths.composeSms} search={{ persons: id }}>
          {t('people.list.sendSms')}
        </Link>
      )}
    </span>
  )
}

/** Phone, e-mail and address, each with the way to use it. */
export function ContactCard({ person }: One) {
  const t = useTexts()
  const { email, address, phone } = person
  return (
    <Card title={t('people.person.contact')}>
      <dl className={classes['facts']}>
        <Fact name={t('people.list.phone')}>{phone && <PhoneLinks {...person} />}</Fact>
        <Fact name={t('people.list.email')}>{email && <a href={mailLink(email)}>{email}</a>}</Fact>
        <Fact name={t('people.export.address')}>{address && <span className={classes['lines']}>{address}</span>}</Fact>
      </dl>
    </Card>
  )
}

export function AboutCard({ person }: One) {
  const t = useTexts()
  const format = useFormat()
  const { kind, gender, maritalStatus, joinedOn } = person
  return (
    <Card title={t('people.form.about')}>
      <dl className={classes['facts']}>
        <Fact name={t('people.list.kind')}>{t(kindNames[kind])}</Fact>
        <Fact name={t('people.export.gender')}>{gender && t(genderNames[gender])}</Fact>
        <Fact name={t('people.export.maritalStatus')}>{maritalStatus && t(maritalNames[maritalStatus])}</Fact>
        <Fact name={t('people.export.birthday')}>{useBirthday()(person)}</Fact>
        <Fact name={t('people.list.joined')}>{format.day(joinedOn)}</Fact>
      </dl>
    </Card>
  )
}

/** The families with everybody else in them; none, none is shown. */
export function FamiliesCard({ person: { families } }: One) {
  const t = useTexts()
  if (families.length === 0) return null
  return (
    <Card title={t('people.person.families', { count: families.length })}>
      <ul className={classes['families']}>
        {families.map(({ id, name, role, members }) => (
          <li key={id}>
            <p>
              <Link to={paths.family} params={{ id }} className={classes['family']}>
                {name}
              </Link>{' '}
              <span className="muted">{t(roleText(role))}</span>
            </p>
            {members.length > 0 && (
              <ul className={classes['relatives']}>
                {members.map((member) => (
                  <li key={member.id}>
                    <Link to={paths.person} params={{ id: member.id }}>
                      {nameOf(member)}
                    </Link>{' '}
                    <span className="muted">{t(roleText(member.role))}</span>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The groups, each leading to the people in it. */
export function GroupsCard({ person: { groups } }: One) {
  const t = useTexts()
  return (
    <Card title={t('people.list.groups')}>
      {groups.length === 0 ? (
        <p className="muted">{t('people.person.noGroups')}</p>
      ) : (
        <ul className={classes['groups']}>
          {groups.map(({ id, name }) => (
            <li key={id}>
              <Link to={paths.people} search={{ group: id }}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
