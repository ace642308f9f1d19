import type { Labels, StationFamily } from '#contract/checkin/station.ts'
import type { Desk, StationClass } from '../desk.ts'
import { useWalkIn, type WalkIn } from './use-walk-in.ts'
import { useTexts } from '../../../languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/field.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { IconPlus, IconPrinter } from '../../../ui/icons.ts'
import { Note } from '../../../ui/surfaces/note.tsx'
import { failureText } from '../shared/failure-words.ts'
import classes from './arriving.module.css'
import { FamiliesFound } from './families-found.tsx'
import { NewChildFields } from './new-child-fields.tsx'

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
