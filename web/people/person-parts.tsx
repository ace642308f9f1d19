import type { PersonKind, PersonRow } from '#contract/people/persons.ts'
import { useFormat } from '../languages/format.tsx'
import { useTexts, type TextId } from '../languages/index.ts'
import { paths } from '../routing/paths.ts'
import { groupPhone } from '../languages/phone.ts'
import { RowLink } from '../ui/data-table/index.ts'
import { IconDroplet, IconMessageOff, IconSparkles } from '../ui/icons.ts'
import { Face } from '../ui/marks/face.tsx'
import { Phone } from '../ui/marks/phone.tsx'
import { Badge } from '../ui/surfaces/badge.tsx'
import classes from './people.module.css'
import { nameOf } from './words.ts'

export const kindNames: Record<PersonKind, TextId> = {
  member: 'people.kind.member',
  first_timer: 'people.kind.firstTimer',
  new_convert: 'people.kind.newConvert',
}

/** Half of the faces are grey, for the eye to tell rows apart; it says nothing about the person. */
const isPlain = ({ id }: PersonRow) => (id.codePointAt(id.length - 1) ?? 0) % 2 === 1

const PersonFace = ({ person, size = 's' }: { person: PersonRow; size?: 's' | 'm' }) => (
  <Face
    firstName={person.firstName}
    lastName={person.lastName}
    pictureUrl={person.pictureUrl}
    size={size}
    plain={isPlain(person)}
  />
)

/** What the person is to the church; of whom nobody has confirmed, that comes first. */
export function Belongs({ person: { kind, confirmed } }: { person: PersonRow }) {
  const t = useTexts()
  return confirmed ? <Kind kind={kind} /> : <Badge tone="warn">{t('people.list.unconfirmed')}</Badge>
}

/** Being a member is the ordinary case and stays plain text. */
export function Kind({ kind }: { kind: PersonKind }) {
  const t = useTexts()
  if (kind === 'member') return <span className="muted">{t(kindNames.member)}</span>
  const Sign = kind === 'first_timer' ? IconSparkles : IconDroplet
  return (
    <Badge tone={kind === 'first_timer' ? 'accent' : 'info'}>
      <Sign size={14} stroke={2.2} aria-hidden="true" />
      {t(kindNames[kind])}
    </Badge>
  )
}

function NoBulkSms() {
  const t = useTexts()
  return (
    <Badge>
      <IconMessageOff size={14} stroke={2} aria-hidden="true" />
      <span data-roomy="said">{t('people.list.noBulkSms')}</span>
    </Badge>
  )
}

/** The name, which leads to the person's page. */
const NameLink = ({ person }: { person: PersonRow }) => (
  <RowLink to={paths.person} params={{ id: person.id }} className={classes['name']}>
    {nameOf(person)}
  </RowLink>
)

/** Face, name and, below it, the e-mail. A compact row has room for the name only. */
export function Who({ person, withMail }: { person: PersonRow; withMail: boolean }) {
  const t = useTexts()
  return (
    <span className={classes['who']}>
      <span data-roomy="">
        <PersonFace person={person} />
      </span>
      <span className={withMail ? 'grow' : `grow ${classes['whole']}`}>
        <NameLink person={person} />
        {withMail && (
          <span data-roomy="" className={classes['mail']}>
            {person.email ?? t('people.list.noEmail')}
          </span>
        )}
      </span>
    </span>
  )
}

/** The e-mail in a column of its own. */
export function MailAddress({ person: { email } }: { person: PersonRow }) {
  const t = useTexts()
  return email ? (
    <span className={classes['whole']} title={email}>
      {email.slice(0, email.lastIndexOf('@'))}
      <wbr />
      {email.slice(email.lastIndexOf('@'))}
    </span>
  ) : (
    <span className="muted">{t('people.list.noEmail')}</span>
  )
}

/** The number, and below it whether bulk messages may not go there. */
export function Reach({ person }: { person: PersonRow }) {
  const t = useTexts()
  return (
    <span className={classes['reach']}>
      {person.phone ? (
        <Phone value={groupPhone(person.phone)} />
      ) : (
        <span className="muted">{t('people.list.noPhone')}</span>
      )}
      {person.smsOptedOut && <NoBulkSms />}
    </span>
  )
}

/** The first two groups; the rest as a number. */
export function GroupNames({ groups }: { groups: readonly string[] }) {
  const t = useTexts()
  const more = groups.length - 2
  const names = groups.slice(0, 2).join(', ')
  return (
    <span className={classes['groups']} title={groups.join(', ')}>
      {more > 0 ? t('people.list.moreGroups', { names, count: more }) : names}
    </span>
  )
}

/** A person on a phone: three lines, no e-mail. */
export function PersonCard({ person }: { person: PersonRow }) {
  const t = useTexts()
  const format = useFormat()
  return (
    <div className={classes['card']}>
      <PersonFace person={person} size="m" />
      <div className="grow">
        <NameLink person={person} />
        <div className={classes['sub']}>
          {person.phone ? <Phone value={groupPhone(person.phone)} /> : t('people.list.noPhone')}
        </div>
        <div className={classes['marks']}>
          <Belongs person={person} />
          {person.smsOptedOut && <NoBulkSms />}
          <span className="muted">
            <span className="vh">{t('people.list.joined')} </span>
            {format.day(person.joinedOn)}
          </span>
        </div>
      </div>
    </div>
  )
}
