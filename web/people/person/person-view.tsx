import { useNavigate } from '@tanstack/react-router'
import type { PersonDetail } from '#contract/people/persons.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { useCan } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { IconArchive, IconArchiveOff, IconMessage, IconPencil, IconTrash } from '../../ui/icons.ts'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { usePeopleActs, type PeopleActs } from '../acts/use-people-acts.tsx'
import { Kind, nameOf } from '../person-parts.tsx'
import classes from '../shared/form-page.module.css'
import { AboutCard, ContactCard, FamiliesCard, GroupsCard } from './person-cards.tsx'
import { PictureCard } from './picture-card.tsx'
import { SmsCard } from './sms-card.tsx'
import { Standing } from './standing.tsx'

type OneProps = { person: PersonDetail; acts: PeopleActs }

const chosenOf = (person: PersonDetail) => ({ people: { ids: [person.id] }, count: 1, name: nameOf(person) })
const nothing = () => undefined

function ArchivedActions({ person, acts }: OneProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const leave = () => void navigate({ to: paths.people, search: { archived: 'yes' }, replace: true })
  return (
    <>
      <Button
        kind="danger"
        icon={IconTrash}
        onClick={() => acts.ask({ act: 'erase', chosen: chosenOf(person), onDone: leave })}
      >
        {t('people.erase.act')}
      </Button>
      {!person.mergedInto && (
        <Button kind="primary" icon={IconArchiveOff} busy={acts.isBusy} onClick={() => acts.restore(chosenOf(person))}>
          {t('people.restore.act')}
        </Button>
      )}
    </>
  )
}

function Actions({ person, acts }: OneProps) {
  const t = useTexts()
  const [canSend, canWrite] = [useCan('messages.send'), useCan('people.write')]
  const { id, phone, archivedAt } = person
  if (archivedAt) return canWrite ? <ArchivedActions person={person} acts={acts} /> : null
  return (
    <>
      {canSend && phone && (
        <ButtonLink to={paths.composeSms} search={{ persons: id }} icon={IconMessage}>
          {t('people.list.sendSms')}
        </ButtonLink>
      )}
      {canWrite && (
        <ButtonLink to={paths.person} params={{ id }} search={{ edit: 'yes' }} kind="primary" icon={IconPencil}>
          {t('people.acts.edit')}
        </ButtonLink>
      )}
    </>
  )
}

/** Everything about one person, to read. */
export function PersonView({ person }: { person: PersonDetail }) {
  const t = useTexts()
  const canWrite = useCan('people.write') && !person.archivedAt
  const acts = usePeopleActs()
  return (
    <>
      <PageHeader
        title={nameOf(person)}
        back={{ to: paths.people, label: t('people.list.title') }}
        actions={<Actions person={person} acts={acts} />}
      >
        <Kind kind={person.kind} />
      </PageHeader>
      <Standing person={person} />
      <div className={classes['board']}>
        <div className={classes['main']}>
          <ContactCard person={person} />
          <AboutCard person={person} />
          <FamiliesCard person={person} />
          <GroupsCard person={person} />
        </div>
        <div className={classes['aside']}>
          <PictureCard person={person} canWrite={canWrite} />
          <SmsCard person={person} canWrite={canWrite} />
          {canWrite && (
            <Button
              icon={IconArchive}
              onClick={() => acts.ask({ act: 'archive', chosen: chosenOf(person), onDone: nothing })}
            >
              {t('people.archive.one')}
            </Button>
          )}
        </div>
      </div>
      {acts.dialog}
    </>
  )
}
