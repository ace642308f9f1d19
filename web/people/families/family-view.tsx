import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { FamilyRow } from '#contract/people/families.ts'
import { useTexts } from '../../languages/index.ts'
import { mailLink, paths } from '../../routing/paths.ts'
import { groupPhone } from '../../languages/phone.ts'
import { useCan } from '../../session/session.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { IconCheck, IconMessage, IconPencil, IconShieldCheck, IconTrash } from '../../ui/icons.ts'
import { Face } from '../../ui/marks/face.tsx'
import { Phone } from '../../ui/marks/phone.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { useQuickChanges } from '../changes/use-people-change.ts'
import { Fact } from '../person/person-cards.tsx'
import person from '../person/person.module.css'
import pageClasses from '../form/form-page.module.css'
import { nameOf, roleText } from '../words.ts'
import classes from './families.module.css'
import { RemoveFamilyDialog } from './remove-family-dialog.tsx'

type One = { family: FamilyRow }

function Actions({ family: { id, members } }: One) {
  const t = useTexts()
  const [canSend, canWrite] = [useCan('messages.send'), useCan('people.write')]
  const reached = members.flatMap((member) => (member.phone ? [member.id] : []))
  return (
    <>
      {canSend && reached.length > 0 && (
        <ButtonLink to={paths.composeSms} search={{ persons: reached.join(',') }} icon={IconMessage}>
          {t('people.list.sendSms')}
        </ButtonLink>
      )}
      {canWrite && (
        <ButtonLink to={paths.family} params={{ id }} search={{ edit: 'yes' }} kind="primary" icon={IconPencil}>
          {t('people.acts.edit')}
        </ButtonLink>
      )}
    </>
  )
}

function MemberLine({ member }: { member: FamilyRow['members'][number] }) {
  const t = useTexts()
  return (
    <li>
      <Face firstName={member.firstName} lastName={member.lastName} pictureUrl={member.pictureUrl} />
      <div className="grow">
        <Link to={paths.person} params={{ id: member.id }}>
          {nameOf(member)}
        </Link>
        <div className="small muted">
          {t(roleText(member.role))}
          {!member.confirmed && ` · ${t('people.list.unconfirmed')}`}
        </div>
      </div>
      {member.phone ? (
        <a href={`tel:${member.phone}`}>
          <span className="vh">{t('people.family.callOf', { name: nameOf(member) })} </span>
          <Phone value={groupPhone(member.phone)} />
        </a>
      ) : (
        <span className="muted">{t('people.list.noPhone')}</span>
      )}
    </li>
  )
}

function ContactCard({ family: { homePhone, email, address } }: One) {
  const t = useTexts()
  return (
    <Card title={t('people.person.contact')}>
      <dl className={`${person['facts']} ${person['narrow']}`}>
        <Fact name={t('people.family.homePhone')}>
          {homePhone && (
            <a href={`tel:${homePhone}`}>
              <Phone value={groupPhone(homePhone)} />
            </a>
          )}
        </Fact>
        <Fact name={t('people.list.email')}>{email && <a href={mailLink(email)}>{email}</a>}</Fact>
        <Fact name={t('people.export.address')}>{address && <span className={person['lines']}>{address}</span>}</Fact>
      </dl>
    </Card>
  )
}

/** Takes in those of the family who came by the portal. */
function Unconfirmed({ family: { name, members } }: One) {
  const t = useTexts()
  const canWrite = useCan('people.write')
  const { confirm, isBusy } = useQuickChanges()
  const ids = members.filter(({ confirmed }) => !confirmed).map(({ id }) => id)
  if (ids.length === 0) return null
  const button = (
    <Button
      size="sm"
      kind="primary"
      icon={IconCheck}
      busy={isBusy}
      onClick={() => confirm({ people: { ids }, count: ids.length })}
    >
      {t('people.confirm.act')}
    </Button>
  )
  return (
    <Note tone="warn" action={canWrite && button}>
      {t('people.confirm.family', { count: ids.length, name })}
    </Note>
  )
}

/** A family with everybody in it, to read. */
export function FamilyView({ family }: One) {
  const t = useTexts()
  const navigate = useNavigate()
  const [canWrite, canGrant] = [useCan('people.write'), useCan('checkin.manage')]
  const [isRemoving, setRemoving] = useState(false)
  return (
    <>
      <PageHeader
        title={family.name}
        back={{ to: paths.families, label: t('people.families.title') }}
        actions={<Actions family={family} />}
      >
        {t('people.list.count', { count: family.members.length })}
      </PageHeader>
      <Unconfirmed family={family} />
      <div className={pageClasses['board']}>
        <div className={pageClasses['main']}>
          <Card title={t('people.family.members')}>
            {family.members.length === 0 && <p className="muted">{t('people.family.nobody')}</p>}
            <ul className={classes['list']}>
              {family.members.map((member) => (
                <MemberLine key={member.id} member={member} />
              ))}
            </ul>
          </Card>
        </div>
        <div className={pageClasses['aside']}>
          <ContactCard family={family} />
          {canGrant && (
            <ButtonLink to={paths.grants} params={{ id: family.id }} icon={IconShieldCheck}>
              {t('people.family.whoMayCollect')}
            </ButtonLink>
          )}
          {canWrite && (
            <Button kind="danger" icon={IconTrash} onClick={() => setRemoving(true)}>
              {t('people.family.remove')}
            </Button>
          )}
        </div>
      </div>
      {isRemoving && (
        <RemoveFamilyDialog
          family={family}
          onClose={() => setRemoving(false)}
          onDone={() => void navigate({ to: paths.families, replace: true })}
        />
      )}
    </>
  )
}
