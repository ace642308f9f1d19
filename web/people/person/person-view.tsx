import { useNavigate, Link } from '@tanstack/react-router'
import type { PersonDetail } from '#contract/people/persons.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import {
  IconArchive,
  IconArchiveOff,
  IconMessage,
  IconPencil,
  IconTrash,
  IconArrowBackUp,
  IconCheck,
} from '../../ui/icons.ts'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { usePeopleChanges, type PeopleChanges } from '../changes/use-people-changes.tsx'
import { Kind } from '../person-parts.tsx'
import classes from '../form/form-page.module.css'
import { AboutCard, ContactCard, FamiliesCard, GroupsCard } from './person-cards.tsx'
import { MessagesCard } from './messages-card.tsx'
import { PictureCard } from './picture-card.tsx'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { useUndo, useQuickChanges } from '../changes/use-people-change.ts'
import { nameOf } from '../words.ts'

type UndoProps = { undoChange: NonNullable<PersonDetail['undoChange']> }

/** Takes back what archived the person or merged them away. */
function UndoButton({ undoChange: { id, kind } }: UndoProps) {
  const t = useTexts()
  const undo = useUndo()
  return (
    <Button size="sm" icon={IconArrowBackUp} busy={undo.busy} onClick={() => undo.run(id)}>
      {t(kind === 'merge' ? 'people.person.undoMerge' : 'people.person.undoArchive')}
    </Button>
  )
}

/** Takes the person in who came by the portal. */
function Unconfirmed({ person }: { person: PersonDetail }) {
  const t = useTexts()
  const canWrite = useCan('people.write')
  const { confirm, isBusy } = useQuickChanges()
  const button = (
    <Button
      size="sm"
      kind="primary"
      icon={IconCheck}
      busy={isBusy}
      onClick={() => confirm({ people: { ids: [person.id] }, count: 1, name: nameOf(person) })}
    >
      {t('people.confirm.act')}
    </Button>
  )
  return (
    <Note tone="warn" action={canWrite && button}>
      {t('people.confirm.text')}
    </Note>
  )
}

/** Whether the person is archived or merged, and the way back as long as there is one; nothing for everybody else. */
function Standing({ person }: { person: PersonDetail }) {
  const { archivedAt, mergedInto, isStaff, undoChange, confirmed } = person
  const t = useTexts()
  const format = useFormat()
  const canWrite = useCan('people.write')
  if (!archivedAt && !confirmed) return <Unconfirmed person={person} />
  if (!archivedAt) return isStaff ? <Note tone="info">{t('people.person.staff')}</Note> : null
  const dayOf = (instant: string) => format.day(calendarDay(new Date(instant), format.timeZone))
  const canUndo = canWrite && undoChange
  return (
    <Note tone={mergedInto ? 'info' : 'warn'} action={canUndo && <UndoButton undoChange={undoChange} />}>
      {mergedInto ? t('people.person.merged') : t('people.person.archived', { day: dayOf(archivedAt) })}{' '}
      {canUndo && t('people.person.undoUntil', { day: dayOf(undoChange.until) })}{' '}
      {mergedInto && (
        <Link to={paths.person} params={{ id: mergedInto }}>
          {t('people.person.openKept')}
        </Link>
      )}
    </Note>
  )
}

type OneProps = { person: PersonDetail; acts: PeopleChanges }

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
  const acts = usePeopleChanges()
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
          <MessagesCard person={person} canWrite={canWrite} />
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
