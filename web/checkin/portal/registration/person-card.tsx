import type { ClassChoice, Registrable } from '#contract/checkin/registration.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Face } from '../../../ui/marks/face.tsx'
import { Badge } from '../../../ui/surfaces/badge.tsx'
import { fits, isFixed, type Choice } from './choices.ts'
import { ClassField } from './class-field.tsx'
import { AddBirthDate } from './add-ward.tsx'
import { isAgeless, personWords } from './person-words.ts'
import classes from './registration.module.css'
import { InLine, WaitOffers } from './waiting.tsx'

export type PersonCardProps = {
  person: Registrable
  choice: Choice
  /** Classes to choose from, and full ones to wait for. */
  options: readonly ClassChoice[]
  full: readonly ClassChoice[]
  nameOf: (classId: string) => string
  left: number | null
  error: string | undefined
  isBusy: boolean
  /** Nobody is registered now: what stands there can still be given up. */
  isShut: boolean
  onTick: (isComing: boolean) => void
  onChoose: (classId: string) => void
  onWait: (classId: string) => void
  onLeaveLine: () => void
  onCancel: () => void
  /** The birth date that nobody knew is known now. */
  onBirthDate: () => void
}

function Registered({ person, nameOf, isBusy, onCancel }: PersonCardProps) {
  const t = useTexts()
  const className = person.classId ? nameOf(person.classId) : ''
  if (person.state === 'checked_in') return <Badge tone="ok">{t('portal.register.inClass', { className })}</Badge>
  if (person.state === 'checked_out') return <Badge>{t('portal.register.wentHome', { className })}</Badge>
  return (
    <>
      <Badge tone="ok">{t('portal.register.registeredHere', { className })}</Badge>
      <Button
        kind="quiet"
        size="sm"
        busy={isBusy}
        aria-label={t('portal.register.cancelFor', { name: person.firstName })}
        onClick={onCancel}
      >
        {t('portal.register.cancelOne')}
      </Button>
    </>
  )
}

function Below(props: PersonCardProps) {
  const { person, choice, options, full, nameOf, left, error, isBusy, isShut } = props
  const { onChoose, onWait, onLeaveLine } = props
  const { waiting } = person
  const chosen = options.find(({ id }) => id === choice.classId)
  const mayChoose = choice.isComing && !isFixed(person) && !isShut
  return (
    <>
      {person.state !== 'none' && (
        <div className={classes['is']}>
          <Registered {...props} />
        </div>
      )}
      {waiting && (
        <InLine
          person={person}
          className={nameOf(waiting.classId)}
          place={waiting.place}
          isBusy={isBusy}
          onLeave={onLeaveLine}
        />
      )}
      {mayChoose && (
        <div className={classes['field']}>
          <ClassField
            options={options}
            chosen={choice.classId}
            isOtherAge={chosen !== undefined && !fits(chosen, person)}
            left={left}
            error={error}
            onChoose={onChoose}
          />
          {!waiting && person.state === 'none' && (
            <WaitOffers person={person} full={full} isBusy={isBusy} onWait={onWait} />
          )}
        </div>
      )}
    </>
  )
}

/** One of the family: whether they come, and into which class. */
export function PersonCard(props: PersonCardProps) {
  const t = useTexts()
  const { person, choice, error, isShut, onTick, onCancel, onBirthDate } = props
  const { personId, firstName, lastName, pictureUrl, state } = person
  const look = error ? classes['wrong'] : choice.isComing && classes['chosen']
  return (
    <li>
      <fieldset className={[classes['person'], look].filter(Boolean).join(' ')} data-person={personId}>
        <legend className="vh">{`${firstName} ${lastName}`}</legend>
        <label className={classes['who']}>
          <input
            type="checkbox"
            checked={choice.isComing}
            disabled={isFixed(person) || (isShut && state === 'none')}
            // Whoever is registered is asked before they lose their place.
            onChange={({ target }) => (state === 'registered' && !target.checked ? onCancel() : onTick(target.checked))}
          />
          <Face firstName={firstName} lastName={lastName} pictureUrl={pictureUrl} size="m" />
          <span className="grow">
            <span className={classes['name']}>{`${firstName} ${lastName}`}</span>
            <span className={classes['fine']}>{personWords(t, person)}</span>
          </span>
        </label>
        {isAgeless(person) && !isShut && <AddBirthDate person={person} onAdded={onBirthDate} />}
        <Below {...props} />
      </fieldset>
    </li>
  )
}
