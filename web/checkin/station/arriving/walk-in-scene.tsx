import type { Labels, StationFamily } from '#contract/checkin/station.ts'
import type { Desk, StationClass } from '../desk/desk.ts'
import { useWalkIn, type WalkIn, type NewChild } from './use-walk-in.ts'
import { useTexts } from '../../../languages/index.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/field.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { IconPlus, IconPrinter, IconX } from '../../../ui/icons.ts'
import { Note } from '../../../ui/surfaces/note.tsx'
import { failureText } from '../desk/use-act.ts'
import classes from './arriving.module.css'
import { FamiliesFound } from './families-found.tsx'

type NewChildFieldsProps = { child: NewChild; form: WalkIn; rooms: readonly StationClass[] }

/** One child of a family that comes for the first time. */
function NewChildFields({ child, form, rooms }: NewChildFieldsProps) {
  const t = useTexts()
  const { key } = child
  return (
    <div className={classes['newchild']}>
      <TextField
        label={`${t('checkin.station.childName')} *`}
        required
        maxLength={120}
        autoComplete="off"
        value={child.firstName}
        onChange={({ target }) => form.change(key, { firstName: target.value })}
      />
      <TextField
        label={t('checkin.station.yearsOld')}
        inputMode="numeric"
        pattern="[0-9]{1,2}"
        autoComplete="off"
        value={child.years}
        onChange={({ target }) => form.setYears(key, target.value)}
      />
      <SelectField
        label={`${t('checkin.station.class')} *`}
        required
        value={child.classId ?? ''}
        onChange={({ target }) => form.change(key, { classId: target.value })}
      >
        <option value="" disabled>
          {t('checkin.station.chooseClass')}
        </option>
        {rooms.map(({ id, name, placesLeft }) => (
          <option key={id} value={id} disabled={placesLeft === 0}>
            {placesLeft === 0 ? t('checkin.station.classFull', { name }) : name}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('checkin.station.allergy')}
        maxLength={80}
        autoComplete="off"
        value={child.allergy}
        onChange={({ target }) => form.change(key, { allergy: target.value })}
      />
      {form.children.length > 1 && (
        <IconButton
          label={t('checkin.station.removeChild', { name: child.firstName })}
          icon={IconX}
          onClick={() => form.remove(key)}
        />
      )}
    </div>
  )
}

type WalkInFormProps = {
  form: WalkIn
  rooms: readonly StationClass[]
  onLeave: () => void
  /** The church knows this phone, and it is this family. */
  onKnown: (family: StationFamily) => void
}

const CHILDREN_AT_MOST = 12

/** One short form for a family that nobody knows yet; everything else is asked while the labels print. */
function WalkInForm({ form, rooms, onLeave, onKnown }: WalkInFormProps) {
  const t = useTexts()
  if (form.known.length > 0) return <KnownFamilies form={form} onKnown={onKnown} />
  return (
    <form
      className={classes['whole']}
      onSubmit={(event) => {
        event.preventDefault()
        form.send(false)
      }}
    >
      <div className={classes['head']}>
        <div className="grow">
          <h1>{t('checkin.station.newFamily')}</h1>
          <p className="muted">{t('checkin.station.newFamilyText')}</p>
        </div>
      </div>
      <div className={classes['body']}>
        <div className={classes['form']}>
          {form.failure && <Note tone="bad">{failureText(form.failure, t)}</Note>}
          <ParentFields form={form} />
          <fieldset>
            <legend className="vh">{t('checkin.station.children')}</legend>
            {form.children.map((child) => (
              <NewChildFields key={child.key} child={child} form={form} rooms={rooms} />
            ))}
            {form.children.length < CHILDREN_AT_MOST && (
              <Button icon={IconPlus} onClick={form.add}>
                {t('checkin.station.addChild')}
              </Button>
            )}
          </fieldset>
        </div>
      </div>
      <div className={classes['dock']}>
        <Button onClick={onLeave}>{t('checkin.station.cancel')}</Button>
        <Button type="submit" kind="primary" className={classes['main']} icon={IconPrinter} busy={form.busy}>
          {t('checkin.station.checkIn', { count: form.children.length })}
        </Button>
      </div>
    </form>
  )
}

const roles = [
  { value: 2, label: 'checkin.station.role2' },
  { value: 1, label: 'checkin.station.role1' },
  { value: 6, label: 'checkin.station.role6' },
] as const

function ParentFields({ form: { parent, setParent } }: { form: WalkIn }) {
  const t = useTexts()
  return (
    <fieldset className="stack-8">
      <legend className="vh">{t('checkin.station.parent')}</legend>
      <div className={classes['pair']}>
        <TextField
          label={`${t('checkin.station.firstName')} *`}
          required
          maxLength={120}
          autoComplete="off"
          value={parent.firstName}
          onChange={({ target }) => setParent({ firstName: target.value })}
        />
        <TextField
          label={t('checkin.station.lastName')}
          maxLength={120}
          autoComplete="off"
          value={parent.lastName}
          onChange={({ target }) => setParent({ lastName: target.value })}
        />
      </div>
      <div className={classes['pair']}>
        <TextField
          label={t('checkin.station.phone')}
          type="tel"
          maxLength={60}
          autoComplete="off"
          value={parent.phone}
          onChange={({ target }) => setParent({ phone: target.value })}
        />
        <SelectField
          label={t('checkin.station.role')}
          value={parent.role}
          onChange={({ target }) =>
            setParent({ role: roles.find(({ value }) => String(value) === target.value)?.value ?? 2 })
          }
        >
          {roles.map(({ value, label }) => (
            <option key={value} value={value}>
              {t(label)}
            </option>
          ))}
        </SelectField>
      </div>
    </fieldset>
  )
}

function KnownFamilies({ form, onKnown }: Pick<WalkInFormProps, 'form' | 'onKnown'>) {
  const t = useTexts()
  return (
    <>
      <div className={classes['head']}>
        <div className="grow">
          <h1>{t('checkin.station.knownTitle')}</h1>
          <p className="muted">{t('checkin.station.knownText')}</p>
        </div>
      </div>
      <div className={classes['body']}>
        {form.failure && <Note tone="bad">{failureText(form.failure, t)}</Note>}
        <FamiliesFound families={form.known} onChoose={onKnown} />
      </div>
      <div className={classes['dock']}>
        <Button onClick={form.backToForm}>{t('checkin.station.back')}</Button>
        <Button className={classes['main']} busy={form.busy} onClick={() => form.send(true)}>
          {t('checkin.station.noneOfThese')}
        </Button>
      </div>
    </>
  )
}

type WalkInSceneProps = {
  eventId: string
  rooms: readonly StationClass[]
  desk: Desk
  onDone: (labels: Labels, familyId: string) => void
  onKnown: (family: StationFamily) => void
  onLeave: () => void
}

/** The form for a first visit, with what it holds. */
export function WalkInScene({ onKnown, onLeave, ...walking }: WalkInSceneProps) {
  const form = useWalkIn(walking)
  return <WalkInForm form={form} rooms={walking.rooms} onKnown={onKnown} onLeave={onLeave} />
}
