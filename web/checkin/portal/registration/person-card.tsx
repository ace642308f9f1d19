import type { ClassChoice, Registrable } from '#contract/checkin/registration.ts'
import { useTexts } from '../../../languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Face } from '../../../ui/marks/face.tsx'
import { Badge } from '../../../ui/surfaces/badge.tsx'
import { fits, isFixed, type Choice } from './choices.ts'
import { AddBirthDate } from './add-ward.tsx'
import { isAgeless, personWords } from './person-words.ts'
import classes from './registration.module.css'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { IconAlertCircle, IconClock } from '../../../ui/icons.ts'

type LineProps = { person: Registrable; className: string; place: number; isBusy: boolean; onLeave: () => void }

/** Who waits for a place, and where in the line. */
function InLine({ person, className, place, isBusy, onLeave }: LineProps) {
  const t = useTexts()
  return (
    <div className={classes['waits']}>
      <IconClock size={20} stroke={1.75} aria-hidden="true" />
      <div className="grow">
        <p className="strong">{t('portal.register.waits', { className, place })}</p>
        <p className={classes['fine']}>{t('portal.register.waitsHint')}</p>
        <Button
          kind="quiet"
          size="sm"
          busy={isBusy}
          aria-label={t('portal.register.leaveLineFor', { name: person.firstName })}
          onClick={onLeave}
        >
          {t('portal.register.leaveLine')}
        </Button>
      </div>
    </div>
  )
}

type OffersProps = {
  person: Registrable
  full: readonly ClassChoice[]
  isBusy: boolean
  onWait: (classId: string) => void
}

/** Full classes of the own age: one may wait for a place. */
function WaitOffers({ person, full, isBusy, onWait }: OffersProps) {
  const t = useTexts()
  if (full.length === 0) return null
  return (
    <ul className={classes['offers']}>
      {full.map(({ id, name }) => (
        <li key={id}>
          <span className="grow">{t('portal.register.fullClass', { className: name })}</span>
          <Button
            kind="quiet"
            size="sm"
            busy={isBusy}
            aria-label={t('portal.register.waitFor', { name: person.firstName, className: name })}
            onClick={() => onWait(id)}
          >
            {t('portal.register.wait')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

type ClassFieldProps = {
  options: readonly ClassChoice[]
  chosen: string | null
  /** The chosen class is meant for another age: allowed, and said. */
  isOtherAge: boolean
  /** Places left in the chosen class once this is registered; null: unlimited, or it takes none. */
  left: number | null
  error: string | undefined
  onChoose: (classId: string) => void
}

const Warned = ({ children }: { children: string }) => (
  <span className={classes['last']}>
    <IconAlertCircle size={16} aria-hidden="true" />
    {children}
  </span>
)

function Left({ left }: { left: number }) {
  const t = useTexts()
  if (left > 0) return t('portal.register.placesLeft', { count: left })
  return <Warned>{t('portal.register.lastPlace')}</Warned>
}

/** The class of one person, with what is left in it. */
function ClassField({ options, chosen, isOtherAge, left, error, onChoose }: ClassFieldProps) {
  const t = useTexts()
  const hint = chosen !== null && (
    <>
      {left !== null && <Left left={left} />}
      {isOtherAge && <Warned>{t('portal.register.otherAge')}</Warned>}
    </>
  )
  return (
    <SelectField
      label={t('portal.register.class')}
      error={error}
      hint={(left !== null || isOtherAge) && hint}
      value={chosen ?? ''}
      onChange={({ target }) => onChoose(target.value)}
    >
      {chosen === null && (
        <option value="" disabled>
          {t('portal.register.choose')}
        </option>
      )}
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

type PersonCardProps = {
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
