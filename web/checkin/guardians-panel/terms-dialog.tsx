import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { freeTerms, meantBy, type GrantTerms } from '#contract/checkin/guardians.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { AreaField, TextField } from '../../ui/controls/field.tsx'
import { Choices } from '../../ui/filters/index.ts'
import { FormFoot } from '../../ui/forms/form-foot.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../failure-text.ts'
import classes from './guardians.module.css'
import { useSetGrant, type Child } from './queries.ts'
import { IconAlertCircle } from '../../ui/icons.ts'
import { TickField } from '../tick-field.tsx'
import { useWeekdayName } from './terms-words.ts'

type TermsProps = { terms: GrantTerms; onChange: (part: Partial<GrantTerms>) => void }

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

const toggled = <Item,>(items: readonly Item[], item: Item): Item[] =>
  items.includes(item) ? items.filter((one) => one !== item) : [...items, item]

type WhomProps = TermsProps & { childrenOfFamily: readonly Child[]; isMissing: boolean }

/** All children, those to come included, or some of them by name. */
function WhomFields({ terms: { childIds }, onChange, childrenOfFamily, isMissing }: WhomProps) {
  const t = useTexts()
  if (childrenOfFamily.length === 0) return null
  return (
    <fieldset className={classes['ticks']}>
      <legend>{t('checkin.grant.whom')}</legend>
      <TickField checked={childIds === null} onChange={() => onChange({ childIds: childIds === null ? [] : null })}>
        {t('checkin.grant.allChildren')}
      </TickField>
      {childIds && (
        <div className={classes['inset']}>
          {childrenOfFamily.map(({ personId, firstName, lastName }) => (
            <TickField
              key={personId}
              checked={childIds.includes(personId)}
              aria-invalid={isMissing || undefined}
              onChange={() => onChange({ childIds: toggled(childIds, personId) })}
            >
              {[firstName, lastName].filter(Boolean).join(' ')}
            </TickField>
          ))}
        </div>
      )}
      {isMissing && (
        <p role="alert" className={classes['error']}>
          <IconAlertCircle size={16} aria-hidden="true" />
          {t('checkin.grant.someMissing')}
        </p>
      )}
    </fieldset>
  )
}

/** From, until, weekdays, and whether it is for once. Nothing said: always. */
function WhenFields({ terms, onChange, isUntilWrong }: TermsProps & { isUntilWrong: boolean }) {
  const t = useTexts()
  const nameOf = useWeekdayName('long')
  return (
    <>
      <div className={classes['days']}>
        <TextField
          type="date"
          label={t('checkin.grant.from')}
          aside={t('checkin.form.optional')}
          value={terms.fromDay ?? ''}
          onChange={({ target }) => onChange({ fromDay: target.value || null })}
        />
        <TextField
          type="date"
          label={t('checkin.grant.until')}
          aside={t('checkin.form.optional')}
          value={terms.untilDay ?? ''}
          error={isUntilWrong ? t('checkin.fault.untilDay') : undefined}
          onChange={({ target }) => onChange({ untilDay: target.value || null })}
        />
      </div>
      <fieldset className={classes['ticks']}>
        <legend>{t('checkin.grant.weekdays')}</legend>
        <p className="small muted">{t('checkin.grant.weekdaysHint')}</p>
        <div className={classes['weekdays']}>
          {WEEKDAYS.map((weekday) => (
            <TickField
              key={weekday}
              checked={terms.weekdays.includes(weekday)}
              onChange={() => onChange({ weekdays: toggled(terms.weekdays, weekday) })}
            >
              {nameOf(weekday)}
            </TickField>
          ))}
        </div>
      </fieldset>
      <TickField checked={terms.oneTime} onChange={() => onChange({ oneTime: !terms.oneTime })}>
        {t('checkin.grant.onceHint')}
      </TickField>
    </>
  )
}

/** A person of whom something is said; null: nothing yet. `hasPicture` null: not known. */
export type Named = { personId: string; name: string; terms: GrantTerms | null; hasPicture: boolean | null }

type TermsDialogProps = { familyId: string; person: Named; childrenOfFamily: readonly Child[]; onClose: () => void }

/** It counts without a picture too: a court order cannot wait. */
function Faceless({ personId, name }: { personId: string; name: string }) {
  const t = useTexts()
  return (
    <Note tone="warn">
      {t('checkin.grant.wantsPicture', { name })}{' '}
      <Link to={paths.person} params={{ id: personId }}>
        {t('checkin.grant.addPicture')}
      </Link>
    </Note>
  )
}

/** What the church says of somebody: whom they may collect and when, or that they must not. */
export function TermsDialog({ familyId, person, childrenOfFamily, onClose }: TermsDialogProps) {
  const t = useTexts()
  const { personId, name } = person
  const [terms, setTerms] = useState(person.terms ?? freeTerms)
  const [isTried, setTried] = useState(false)
  const set = useSetGrant(familyId)
  const change = (part: Partial<GrantTerms>) => {
    set.forget()
    setTerms((typed) => ({ ...typed, ...part }))
  }
  const faults = {
    children: terms.childIds?.length === 0,
    until: terms.kind === 'allowed' && Boolean(terms.fromDay && terms.untilDay && terms.untilDay < terms.fromDay),
  }
  const say = (said: GrantTerms | null) =>
    set.run(
      { personId, terms: said },
      {
        done: () => {
          toast.ok(t('checkin.grant.saved', { name }))
          onClose()
        },
      },
    )
  const save = () => {
    setTried(true)
    if (!faults.children && !faults.until) say(meantBy(terms))
  }
  const actions = (
    <FormFoot note={set.failure && <Note tone="bad">{t(failureText(set.failure))}</Note>}>
      {person.terms && (
        <Button kind="danger" onClick={() => say(null)}>
          {t('checkin.grant.takeBack')}
        </Button>
      )}
      <Button onClick={onClose}>{t('checkin.act.cancel')}</Button>
      <Button kind="primary" busy={set.busy} onClick={save}>
        {t('checkin.act.save')}
      </Button>
    </FormFoot>
  )
  return (
    <Dialog open onClose={onClose} title={name}>
      <div className={classes['choices']}>
        <Choices
          shape="list"
          legend={t('checkin.grant.may')}
          choices={[
            { value: 'allowed', label: t('checkin.grant.mayCollect') },
            { value: 'not_authorised', label: t('checkin.grant.mayNot') },
          ]}
          value={terms.kind}
          onChange={(kind) => change({ kind })}
        />
      </div>
      {terms.kind === 'not_authorised' && person.hasPicture !== true && <Faceless personId={personId} name={name} />}
      <WhomFields
        terms={terms}
        onChange={change}
        childrenOfFamily={childrenOfFamily}
        isMissing={isTried && faults.children}
      />
      {terms.kind === 'allowed' && (
        <WhenFields terms={terms} onChange={change} isUntilWrong={isTried && faults.until} />
      )}
      <AreaField
        label={t('checkin.grant.note')}
        aside={t('checkin.form.optional')}
        hint={t('checkin.grant.noteHint')}
        rows={2}
        maxLength={300}
        value={terms.note}
        onChange={({ target }) => change({ note: target.value })}
      />
      {actions}
    </Dialog>
  )
}
