import type { RosterChild } from '#contract/checkin/classes.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconBellRinging, IconAlertTriangle, IconHandStop, IconMedicalCross } from '../../ui/icons.ts'
import { Face } from '../../ui/marks/face.tsx'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { ageWords } from '../ages.ts'
import { TickField } from '../tick-field.tsx'
import { useCallWords } from './call-words.ts'
import classes from './child-row.module.css'
import { useMarkSeen } from './queries.ts'
import { hasNotes } from './roster-parts.ts'
import type { CareNote } from '#contract/checkin/family.ts'
import childFlagsClasses from './child-flags.module.css'

type ChildFlagsProps = { care: readonly CareNote[]; mayNotLeaveWith: readonly string[] }

const words = ({ name, instruction }: CareNote) => [name, instruction].filter(Boolean).join(', ')

/** What has to be known of a child, in full words: allergies and who may not take them red, the rest amber. */
function ChildFlags({ care, mayNotLeaveWith }: ChildFlagsProps) {
  const t = useTexts()
  if (care.length + mayNotLeaveWith.length === 0) return null
  return (
    <ul className={childFlagsClasses['flags']}>
      {care.map((note) => (
        <li key={`${note.kind} ${note.name}`} className={childFlagsClasses[note.kind]}>
          {note.kind === 'allergy' ? (
            <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
          ) : (
            <IconMedicalCross size={18} stroke={1.75} aria-hidden="true" />
          )}
          <span>{note.kind === 'allergy' ? t('checkin.flag.allergy', { what: words(note) }) : words(note)}</span>
        </li>
      ))}
      {mayNotLeaveWith.map((name) => (
        <li key={name} className={childFlagsClasses['not']}>
          <IconHandStop size={18} stroke={1.75} aria-hidden="true" />
          <span>{t('checkin.flag.mayNotLeaveWith', { name })}</span>
        </li>
      ))}
    </ul>
  )
}

type One = { child: RosterChild }

/** When the child came, and went. */
function Times({ child: { state, checkedInAt, checkedOutAt } }: One) {
  const t = useTexts()
  const format = useFormat()
  if (state === 'registered' || !checkedInAt) return null
  return (
    <span className="num">
      {checkedOutAt && state === 'checked_out'
        ? t('checkin.roster.inAndOut', { in: format.time(checkedInAt), out: format.time(checkedOutAt) })
        : t('checkin.roster.inAt', { in: format.time(checkedInAt) })}
    </span>
  )
}

/** The tick of whoever has read what stands at the child. */
function Seen({ child, classId }: One & { classId: string }) {
  const t = useTexts()
  const format = useFormat()
  const { personId, firstName, seen } = child
  const { wanted, mark } = useMarkSeen(classId, personId)
  const isSeen = wanted ?? seen !== null
  return (
    <TickField large checked={isSeen} onChange={() => mark(!isSeen)}>
      {seen && isSeen
        ? t('checkin.roster.seenBy', { name: seen.by, time: format.time(seen.at) })
        : t('checkin.roster.seen')}
      <span className="vh"> {t('checkin.roster.seenOf', { name: firstName })}</span>
    </TickField>
  )
}

function Standing({ child }: One) {
  const t = useTexts()
  const callWords = useCallWords()
  const { call, collectorAt } = child
  if (collectorAt) return <Badge tone="accent">{t('checkin.roster.parentHere')}</Badge>
  if (call?.answeredAt) return <Badge tone="ok">{t('checkin.call.onTheWay')}</Badge>
  return call && <span className={classes['call']}>{callWords(call)}</span>
}

type ChildRowProps = One & { classId: string; onCall: () => void }

const nameOf = ({ firstName, lastName }: RosterChild) => [firstName, lastName].filter(Boolean).join(' ')

/** A child who is in class: what has to be known, who has come, and the way to the parents. */
export function ChildRow({ child, classId, onCall }: ChildRowProps) {
  const t = useTexts()
  const { firstName, lastName, pictureUrl, collectorAt, care, mayNotLeaveWith } = child
  return (
    <li className={[classes['row'], collectorAt && classes['waited']].filter(Boolean).join(' ')}>
      <div className={classes['who']}>
        <Face firstName={firstName} lastName={lastName} pictureUrl={pictureUrl} size="l" />
        <div className={classes['what']}>
          <h3>{nameOf(child)}</h3>
          <p className={classes['line']}>
            <span>{ageWords(child.ageMonths, t)}</span>
            <Times child={child} />
          </p>
          <ChildFlags care={care} mayNotLeaveWith={mayNotLeaveWith} />
          <Standing child={child} />
        </div>
      </div>
      <div className={classes['acts']}>
        {hasNotes(child) && <Seen child={child} classId={classId} />}
        <Button icon={IconBellRinging} onClick={onCall} aria-label={t('checkin.call.buttonOf', { name: firstName })}>
          {t('checkin.call.button')}
        </Button>
      </div>
    </li>
  )
}

/** A child who is not here yet, or has gone home: there is nothing to do, only to know. */
export function AwayRow({ child }: One) {
  const t = useTexts()
  const { firstName, lastName, pictureUrl, state, care, mayNotLeaveWith } = child
  return (
    <li>
      <Face firstName={firstName} lastName={lastName} pictureUrl={pictureUrl} plain />
      <div className={classes['what']}>
        <h3>{nameOf(child)}</h3>
        <p className={classes['line']}>
          <span>{ageWords(child.ageMonths, t)}</span>
          <Times child={child} />
        </p>
        {state === 'registered' && <ChildFlags care={care} mayNotLeaveWith={mayNotLeaveWith} />}
      </div>
    </li>
  )
}
