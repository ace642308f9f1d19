import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent } from 'react'
import { listGroups } from '#contract/people/groups.ts'
import { useTexts } from '../../languages/index.ts'
import { read } from '../../api/queries.ts'
import { useCan } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { FormFoot } from '../../ui/forms/form-foot.tsx'
import board from './board.module.css'
import { TickField } from '../tick-field.tsx'
import { classFaults, type ClassDraft, type AgeDraft } from './class-draft.ts'
import classes from './age-fields.module.css'

type AgeFieldProps = { legend: string; age: AgeDraft; onChange: (age: AgeDraft) => void; error?: string | undefined }

/** Whole years, and months beyond them. */
function AgeField({ legend, age, onChange, error }: AgeFieldProps) {
  const t = useTexts()
  return (
    <fieldset className={classes['age']}>
      <legend>{legend}</legend>
      <div>
        <TextField
          type="number"
          inputMode="numeric"
          min={0}
          max={100}
          label={t('checkin.class.years')}
          value={age.years}
          error={error}
          onChange={(event) => onChange({ ...age, years: event.target.value })}
        />
        <TextField
          type="number"
          inputMode="numeric"
          min={0}
          max={11}
          label={t('checkin.class.months')}
          value={age.months}
          onChange={(event) => onChange({ ...age, months: event.target.value })}
        />
      </div>
    </fieldset>
  )
}

type AgeFieldsProps = {
  draft: ClassDraft
  change: (part: Partial<ClassDraft>) => void
  faults: ReadonlySet<string>
}

/** From which age until which a class is; what is left empty is no limit. */
function AgeFields({ draft, change, faults }: AgeFieldsProps) {
  const t = useTexts()
  const order = faults.has('order') ? t('checkin.class.orderFault') : undefined
  const fault = (field: string) => (faults.has(field) ? t('checkin.class.ageFault') : undefined)
  return (
    <div className={classes['ages']}>
      <AgeField
        legend={t('checkin.class.ageFrom')}
        age={draft.from}
        error={fault('from')}
        onChange={(from) => change({ from })}
      />
      <AgeField
        legend={t('checkin.class.ageUntil')}
        age={draft.until}
        error={fault('until') ?? order}
        onChange={(until) => change({ until })}
      />
    </div>
  )
}

type Typing = { draft: ClassDraft; change: (part: Partial<ClassDraft>) => void }

const none: never[] = []

/** The group behind a class. Its name is taken over until the class has one of its own. */
function GroupField({ draft, change }: Typing) {
  const t = useTexts()
  const { data: groups = none } = useQuery({ ...read(listGroups), enabled: useCan('people.read') })
  if (groups.length === 0) return null
  const choose = (groupId: string) => {
    const nameOf = (id: string) => groups.find((group) => group.id === id)?.name ?? ''
    const isOwn = draft.name !== '' && draft.name !== nameOf(draft.groupId)
    change({ groupId, ...(!isOwn && { name: nameOf(groupId) }) })
  }
  return (
    <SelectField
      label={t('checkin.class.group')}
      hint={t('checkin.class.groupHint')}
      value={draft.groupId}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="">{t('checkin.class.noGroup')}</option>
      {groups.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

function PlacesField({ draft, change, error }: Typing & { error: string | undefined }) {
  const t = useTexts()
  return (
    <div className={board['pair']}>
      <TextField
        type="number"
        inputMode="numeric"
        min={0}
        max={100_000}
        label={t('checkin.class.capacity')}
        hint={draft.taken > 0 ? t('checkin.class.takenWords', { taken: draft.taken }) : undefined}
        disabled={!draft.isLimited}
        value={draft.isLimited ? draft.capacity : ''}
        error={error}
        onChange={(event) => change({ capacity: event.target.value })}
      />
      <div className={board['beside']}>
        <TickField checked={!draft.isLimited} onChange={() => change({ isLimited: !draft.isLimited })}>
          {t('checkin.places.noLimit')}
        </TickField>
      </div>
    </div>
  )
}

type ClassDialogProps = { one: ClassDraft; isNew: boolean; onKeep: (one: ClassDraft) => void; onClose: () => void }

/** One class being written down or changed. It is saved with the event. */
export function ClassDialog({ one, isNew, onKeep, onClose }: ClassDialogProps) {
  const t = useTexts()
  const fields = useRef<HTMLDivElement>(null)
  const [draft, setDraft] = useState(one)
  const [isTried, setTried] = useState(false)
  const change = (part: Partial<ClassDraft>) => setDraft((typed) => ({ ...typed, ...part }))
  const faults = classFaults(draft)
  const shown: ReadonlySet<string> = isTried ? faults : new Set()
  const keep = () => {
    if (faults.size === 0) return onKeep(draft)
    setTried(true)
    requestAnimationFrame(() => fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  // The dialog stands in the form of the event: Enter in one of its fields is for the class alone.
  const keepOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    keep()
  }
  const actions = (
    <FormFoot>
      <Button onClick={onClose}>{t('checkin.act.cancel')}</Button>
      <Button kind="primary" onClick={keep}>
        {t(isNew ? 'checkin.class.add' : 'checkin.class.keep')}
      </Button>
    </FormFoot>
  )
  return (
    <Dialog open onClose={onClose} title={isNew ? t('checkin.class.add') : one.name}>
      <div ref={fields} role="presentation" className={board['fields']} onKeyDown={keepOnEnter}>
        <TextField
          label={t('checkin.class.name')}
          autoComplete="off"
          maxLength={100}
          required
          value={draft.name}
          error={shown.has('name') ? t('checkin.class.nameFault') : undefined}
          onChange={(event) => change({ name: event.target.value })}
        />
        <GroupField draft={draft} change={change} />
        <AgeFields draft={draft} change={change} faults={shown} />
        <PlacesField
          draft={draft}
          change={change}
          error={shown.has('capacity') ? t('checkin.class.capacityFault') : undefined}
        />
        <TextField
          type="number"
          inputMode="numeric"
          min={1}
          max={100}
          label={t('checkin.class.ratio')}
          aside={t('checkin.form.optional')}
          hint={t('checkin.class.ratioHint')}
          value={draft.ratio}
          error={shown.has('ratio') ? t('checkin.class.ratioFault') : undefined}
          onChange={(event) => change({ ratio: event.target.value })}
        />
      </div>
      {actions}
    </Dialog>
  )
}
